import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import {
  call,
  findKey,
  makeEnvironment,
  type Program,
  processTimeoutMs,
  runProgram,
  startService,
} from '../processes/program.ts'
import { startFakeModel, startsAndHangs } from '../support/language-model.ts'
import { openSocket, requestHead, requestHeadWithBody } from '../support/sockets.ts'

const megabyte = 1_000_000

/** Returns the resident memory of a process in bytes. */
async function residentBytesOf({ child }: Program): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) * 1024
}

/** Opens connections that each send the same and read nothing. */
const openSilentSockets = async (url: string, count: number, ...sent: (string | Buffer)[]): Promise<Socket[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const socket = await openSocket(url)
      socket.pause()
      for (const part of sent) socket.write(part)
      return socket
    }),
  )

/** Reads every 100 ms. Returns a function that stops it and returns how the reads went. */
function startReading(url: string, key: string) {
  let isOver = false
  const reads: Promise<{ status: number; ms: number }>[] = []
  const read = () =>
    new Promise<{ status: number; ms: number }>((done) => {
      const since = performance.now()
      const headers = { Authorization: `Bearer ${key}` }
      const end = (status: number) => done({ status, ms: performance.now() - since })
      request(`${url}/api/v1/courses`, { headers, agent: false }, (res) =>
        res.resume().once('end', () => end(res.statusCode!)),
      )
        .once('error', () => end(0))
        .end()
    })
  const all = (async () => {
    for (; !isOver; await wait(100)) reads.push(read())
    return Promise.all(reads)
  })()
  return async () => {
    isOver = true
    const answers = await all
    const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
    const good = answers.filter(({ status }) => status === 200).length
    if (process.env.TRACE) console.log(answers.map(({ status, ms }) => `${status}:${Math.round(ms)}`).join(' '))
    return { good: good / answers.length, count: answers.length, p95: times[Math.floor(times.length * 0.95)]! }
  }
}

test.runIf(inject('postgres') && process.platform === 'linux')(
  'while one workspace reads no responses, finishes no uploads and opens streams, another one is served and memory stays bounded',
  async () => {
    const model = await startFakeModel()
    onTestFinished(() => model.close())
    model.behave(startsAndHangs('{'))
    const env = {
      ...(await makeEnvironment()),
      RATE_LIMIT_PROFESSIONAL: '1000000',
      RATE_LIMIT_AI: '1000000',
      // Load shedding would react to other programs on this machine.
      SHED_AFTER_MS: '0',
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'sk-test',
    }
    const service = await startService(env)
    const { url } = service
    const key = findKey(service.output())!
    const made = runProgram('scripts/key.ts', ['create', '--name', 'victim', '--workspace', 'Victim'], env)
    await made.exitCode()
    const victim = findKey(made.output())!
    const blocks = Array.from({ length: 60 }, () => ({ type: 'text', content: { text: 'x'.repeat(250_000) } }))
    const modules = [{ name: 'Long', lessons: [{ name: 'Long', blocks }] }]
    const { data } = await (await call(service, 'POST', '/courses', key, { name: 'Long', modules })).json()
    const tree = requestHead({ path: `/api/v1/courses/${data.id}/tree`, key })

    const restBytes = await residentBytesOf(service)
    const stopReading = startReading(url, victim)
    let peakBytes = 0
    const watchMemory = async (ms: number) => {
      for (const end = performance.now() + ms; performance.now() < end; await wait(50))
        peakBytes = Math.max(peakBytes, await residentBytesOf(service))
    }
    await openSilentSockets(url, 60, tree)
    await watchMemory(1500)
    const part = Buffer.alloc(4 * megabyte, ' ')
    await openSilentSockets(url, 120, requestHeadWithBody({ path: '/api/v1/courses', key }, 16 * megabyte), part)
    await watchMemory(1500)
    const body = '{"prompt":"Leaves"}'
    const stream = requestHeadWithBody(
      { path: '/api/v1/ai/generate-content', key, headers: { Accept: 'text/event-stream' } },
      body.length,
    )
    await openSilentSockets(url, 1000, stream + body)
    await watchMemory(1500)
    const { good, count, p95 } = await stopReading()
    const growthMb = Math.round((peakBytes - restBytes) / megabyte)
    console.log(
      `victim: ${count} reads, ${(good * 100).toFixed(1)} % 200, p95 ${Math.round(p95)} ms; memory +${growthMb} MB`,
    )
    expect(good).toBeGreaterThanOrEqual(0.97)
    expect(growthMb).toBeLessThanOrEqual(350)
  },
  processTimeoutMs,
)
