import { expect, inject, test, vi } from 'vitest'
import { call, findKey, makeEnvironment, type Program, processTimeoutMs, startService } from './program.ts'

type Release = { number: number; hash: string; treeVersion: number }

const texts = (round: number) =>
  Array.from({ length: 20 }, (_, at) => ({ key: `b${at}`, type: 'text', content: { text: `Round ${round}, ${at}` } }))
const treeOf = (round: number) => ({
  name: `Round ${round}`,
  modules: [1, 2, 3].map((m) => ({
    key: `m${m}`,
    name: 'Leaves',
    lessons: [1, 2, 3].map((l) => ({
      key: `l${m}${l}`,
      name: 'Light',
      blocks: texts(round).map((block) => ({ ...block, key: `${m}${l}${block.key}` })),
    })),
  })),
})

/** A process whose clock is 5 seconds ahead. */
const clockAhead = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent('const now=Date.now;Date.now=()=>now()+5000')}`,
}

test(
  'a process that is killed while it publishes leaves whole releases, the next start publishes at once, and a schedule that came due meanwhile is live',
  async () => {
    const env = await makeEnvironment()
    const first = await startService(env)
    const key = findKey(first.output())!
    const send = async (service: Program, method: string, path: string, body?: unknown) => {
      const response = await call(service, method, path, key, body)
      return { status: response.status, data: (await response.json()).data }
    }
    const { data: course } = await send(first, 'POST', '/courses', treeOf(0))
    const { data: timed } = await send(first, 'POST', '/courses', treeOf(0))
    const path = `/courses/${course.id}`

    const made: Release[] = []
    let killed = false
    /** Writes and publishes until the process is killed, which is while the other publisher is at work. */
    async function publish(publisher: number): Promise<void> {
      for (let round = publisher; !killed; round += 2) {
        await send(first, 'PUT', `${path}/tree`, treeOf(round))
        const { data } = await send(first, 'POST', `${path}/releases`, {})
        made.push(data.release)
        if (made.length === 8) {
          killed = true
          first.child.kill('SIGKILL')
        }
      }
    }
    await send(first, 'POST', `/courses/${timed.id}/releases`, { liveFrom: new Date(Date.now() + 3000) })
    const ends = await Promise.allSettled([publish(1), publish(2)])
    await first.exitCode()
    // The request in flight of one publisher failed; nothing else did.
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(TypeError)

    const second = await startService(env)
    const { data: releases } = (await send(second, 'GET', `${path}/releases?per_page=100`)) as { data: Release[] }
    const numbers = releases.map(({ number }) => number).toReversed()
    expect(numbers).toEqual(numbers.map((_number, index) => index + 1))
    expect(releases).toEqual(
      expect.arrayContaining(made.map(({ number, hash }) => expect.objectContaining({ number, hash }))),
    )
    for (const { number } of releases) {
      const { data } = await send(second, 'GET', `${path}/releases/${number}`)
      const round = Number(/\d+/.exec(data.name)![0])
      const contents = data.modules.flatMap(({ lessons }: { lessons: { blocks: { content: object }[] }[] }) =>
        lessons.flatMap(({ blocks }) => blocks.map(({ content }) => content)),
      )
      expect(contents).toEqual(Array.from({ length: 9 }, () => texts(round).map(({ content }) => content)).flat())
    }
    await send(second, 'PUT', `${path}/tree`, treeOf(1000))
    const { status, data } = await send(second, 'POST', `${path}/releases`, {})
    expect([status, data.release.number]).toEqual([201, numbers.length + 1])

    // Every process says the same, also one whose clock is wrong. Only one process can use an embedded database.
    const others = inject('postgres') ? [await startService({ ...env, ...clockAhead })] : []
    for (const service of [second, ...others])
      await vi.waitFor(
        async () => expect((await send(service, 'GET', `/courses/${timed.id}`)).data.liveReleaseNumber).toBe(1),
        { timeout: 60_000 },
      )
  },
  processTimeoutMs,
)
