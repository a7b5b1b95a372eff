import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let attacker: string
let victim: string
beforeAll(async () => {
  service = await startTestService()
  attacker = await service.key()
  victim = await service.key()
  for (const name of ['Botany', 'Chemistry']) await service.rest('POST', '/courses', victim, { name })
})
afterAll(() => service.close())

const word = (index: number) => `word${(index * 7919) % 5000}`

/** A course of `blocks` blocks with 1.4 KB of text each. */
const courseOf = (blocks: number, name: string) => ({
  name,
  modules: [
    {
      name: 'Module',
      lessons: Array.from({ length: blocks / 50 }, (_, l) => ({
        name: `Lesson ${l}`,
        blocks: Array.from({ length: 50 }, (_, b) => ({
          type: 'text',
          content: { text: Array.from({ length: 150 }, (_, w) => word(50 * l + b + 31 * w)).join(' ') },
        })),
      })),
    },
  ],
})

/** Reads as the victim every 100 ms while `attack` runs. */
async function readingDuring<T>(attack: () => Promise<T>) {
  const answers: Promise<{ status: number; ms: number }>[] = []
  const read = async () => {
    const since = performance.now()
    const { status } = await service.rest('GET', '/courses', victim)
    return { status, ms: performance.now() - since }
  }
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      answers.push(read())
      await wait(100)
    }
  })()
  const attacked = await attack().finally(() => {
    isOver = true
  })
  await reading
  const reads = await Promise.all(answers)
  const times = reads.map(({ ms }) => ms).sort((a, b) => a - b)
  const good = reads.filter(({ status }) => status === 200).length / reads.length
  console.log(`victim: ${reads.length} reads, p95 ${Math.round(times[Math.floor(times.length * 0.95)]!)} ms`)
  return { attacked, good }
}

const statusesOf = (answers: { status: number }[]) => new Set(answers.map(({ status }) => status))

// The embedded database has one connection, which all requests share.
describe.skipIf(!inject('postgres'))('while one workspace', () => {
  test('sends 40 searches at once after a large write, another one is served', async () => {
    expect((await service.rest('POST', '/courses', attacker, courseOf(1500, 'Large'))).status).toBe(201)
    const { attacked, good } = await readingDuring(() =>
      Promise.all(
        Array.from({ length: 40 }, (_, index) => service.rest('GET', `/search?query=${word(index)}`, attacker)),
      ),
    )
    expect(good).toBeGreaterThanOrEqual(0.97)
    expect(statusesOf(attacked)).toEqual(new Set([200, 429]))
    const refused = attacked.find(({ status }) => status === 429)!
    expect(refused.body.error.details).toEqual({ reason: 'searches', limit: 2 })
    expect(refused.headers.get('retry-after')).toBe('1')
  })

  test('sends 12 large tree requests at once, another one is served', async () => {
    const course = await service.rest('POST', '/courses', attacker, { name: 'Target' })
    const path = `/courses/${course.body.data.id}/tree`
    const bodies = Array.from({ length: 12 }, (_, index) => courseOf(800, `Tree ${index}`))
    const { attacked, good } = await readingDuring(() =>
      Promise.all(bodies.map((body) => service.rest('PUT', path, attacker, { ...body, prune: true }))),
    )
    expect(good).toBeGreaterThanOrEqual(0.97)
    expect(statusesOf(attacked)).toEqual(new Set([200, 429]))
    expect(attacked.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2)
  })
})
