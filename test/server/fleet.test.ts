import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, inject, test, vi } from 'vitest'
import { call, freePort, keyIn, type Program, run, slow, somewhere, start, temporaryFolder } from './program.ts'

type Place = Record<string, string>

const shared = inject('postgres') && process.env.TEST_REDIS_URL
const two = { WEB_CONCURRENCY: '2', NODE_ENV: 'production', LOG_LEVEL: 'info', METRICS_TOKEN: 'a-token-for-metrics' }

async function shell(place: Place, ...args: string[]): Promise<string> {
  const program = run('scripts/key.ts', args, place)
  expect(await program.ended()).toBe(0)
  return program.out()
}

const makeKey = async (place: Place) => {
  const out = await shell(place, 'create', '--name', 'first', '--workspace', 'Acme', '--plan', 'professional')
  return { key: keyIn(out)!, id: /Key ([\da-f-]{36})/.exec(out)![1]! }
}

/** Each on a connection of its own, so that they are dealt out to all processes. */
const crowd = (program: Program, key: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const headers = { Authorization: `Bearer ${key}`, Connection: 'close' }
      return (await fetch(`${program.url}/api/v1/courses`, { headers })).status
    }),
  )

type Line = { pid: number; msg: string; worker?: number }
const lines = (program: Program): Line[] =>
  program
    .out()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line)

/** Which processes have answered since so many lines of the log. */
const serving = (program: Program, since = 0) =>
  new Set(
    lines(program)
      .slice(since)
      .filter(({ msg }) => msg === 'request')
      .map(({ pid }) => pid),
  )

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const untilBothServe = (program: Program, key: string, since = 0) =>
  vi.waitFor(
    async () => {
      await crowd(program, key, 8)
      expect(serving(program, since).size).toBe(2)
    },
    { timeout: 60_000, interval: 200 },
  )

describe.skipIf(!shared)('several processes at one address', () => {
  test(
    'count limits together and hear of a revocation at once, and their figures are added up',
    async () => {
      const place = await somewhere()
      const { key, id } = await makeKey(place)
      // Whoever else is counted in this Redis has the same address.
      const limits = { RATE_LIMIT_PROFESSIONAL: '1000', RATE_LIMIT_ANONYMOUS: '1000000', SHED_AFTER_MS: '0' }
      const service = await start({ ...place, ...two, ...limits })
      await untilBothServe(service, key)
      const remaining = (await call(service, 'GET', '/courses', key)).headers.get('x-ratelimit-remaining')
      const statuses = await crowd(service, key, Number(remaining) + 50)
      expect(statuses.filter((status) => status === 200)).toHaveLength(Number(remaining))
      expect(statuses.filter((status) => status === 429)).toHaveLength(50)

      await shell(place, 'revoke', id)
      expect(new Set(await crowd(service, key, 20))).toEqual(new Set([401]))

      const asked = await fetch(`${service.url}/metrics`, { headers: { Authorization: `Bearer ${two.METRICS_TOKEN}` } })
      const route = 'http_request_duration_seconds_count{method="GET",route="GET /api/v1/courses",status="200"}'
      expect((await asked.text()).split('\n')).toContain(`${route} 1000`)
    },
    slow,
  )

  test(
    'another takes the place of one that dies, while the other serves on',
    async () => {
      const place = await somewhere()
      const { key } = await makeKey(place)
      const service = await start({ ...place, ...two })
      await untilBothServe(service, key)
      const [victim, other] = [...serving(service)]
      const since = lines(service).length
      process.kill(victim!, 'SIGKILL')
      await vi.waitFor(() => expect(lines(service).some(({ worker }) => worker === victim)).toBe(true), 20_000)
      const figures = { headers: { Authorization: `Bearer ${two.METRICS_TOKEN}`, Connection: 'close' } }
      for (let count = 0; count < 20; count++) {
        const told = await fetch(`${service.url}/metrics`, figures)
        expect([told.status, await told.text()]).toEqual([
          200,
          expect.stringContaining('http_request_duration_seconds'),
        ])
        await wait(100)
      }
      expect(new Set(await crowd(service, key, 8))).toEqual(new Set([200]))
      await untilBothServe(service, key, since)
      expect(serving(service, since)).toContain(other)

      service.child.kill('SIGTERM')
      expect(await service.ended()).toBe(0)
      expect([...serving(service)].filter(isAlive)).toEqual([])
    },
    slow,
  )

  test(
    'figures are not told without those of one that does not answer',
    async () => {
      const place = await somewhere()
      const { key } = await makeKey(place)
      const port = await freePort()
      const service = await start({ ...place, ...two, METRICS_PORT: String(port) })
      await untilBothServe(service, key)
      const [one] = [...serving(service)]
      const ask = async () => (await fetch(`http://127.0.0.1:${port}/`)).status
      expect(await ask()).toBe(200)
      process.kill(one!, 'SIGSTOP')
      expect(await ask()).toBe(503)
      process.kill(one!, 'SIGCONT')
      expect(await ask()).toBe(200)
    },
    slow,
  )

  test(
    'what keeps one from starting is said once, and nothing is left running',
    async () => {
      const place = await somewhere()
      const service = await start(place)
      const { port } = new URL(service.url)
      const second = run('src/server.ts', [], { ...place, ...two, PORT: port })
      expect(await second.ended()).toBe(1)
      expect(second.out().match(/cannot be opened/g)).toHaveLength(1)
    },
    slow,
  )
})

test.each([
  ['the embedded database', {}, 'DATABASE_URL, because one process alone can open the embedded database'],
  [
    'no Redis',
    { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' },
    'REDIS_URL, because each process would otherwise count limits for itself',
  ],
])(
  'several processes with %s are refused with a sentence',
  async (_what, env: Record<string, string>, sentence) => {
    const place = { DATA_DIR: await temporaryFolder(), PORT: '0' }
    const program = run('src/server.ts', [], { ...place, WEB_CONCURRENCY: '2', ...env })
    expect(await program.ended()).toBe(1)
    expect(program.out()).toContain(`WEB_CONCURRENCY: more than 1 needs ${sentence}.`)
  },
  slow,
)
