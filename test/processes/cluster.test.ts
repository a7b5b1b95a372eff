import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, inject, test, vi } from 'vitest'
import {
  call,
  findKey,
  freePort,
  makeEnvironment,
  type Program,
  processTimeoutMs,
  runProgram,
  startService,
  temporaryFolder,
} from './program.ts'

type Place = Record<string, string>

const shared = inject('postgres') && process.env.TEST_REDIS_URL
const two = { WEB_CONCURRENCY: '2', NODE_ENV: 'production', LOG_LEVEL: 'info', METRICS_TOKEN: 'a-token-for-metrics' }

async function shell(place: Place, ...args: string[]): Promise<string> {
  const program = runProgram('scripts/key.ts', args, place)
  expect(await program.exitCode()).toBe(0)
  return program.output()
}

const makeKey = async (place: Place) => {
  const out = await shell(
    place,
    'create',
    '--name',
    'first',
    '--workspace',
    'Acme',
    '--plan',
    'professional',
    '--new-database',
  )
  return { key: findKey(out)!, id: /Key ([\da-f-]{36})/.exec(out)![1]! }
}

/** Sends each request on its own connection, so that all workers get some. */
const crowd = (program: Program, key: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const headers = { Authorization: `Bearer ${key}`, Connection: 'close' }
      return (await fetch(`${program.url}/api/v1/courses`, { headers })).status
    }),
  )

type Line = { pid: number; msg: string; worker?: number; path?: string; status?: number }
const lines = (program: Program): Line[] =>
  program
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line)

/** Returns the processes that have answered requests since a line of the log. */
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
    { timeout: 120_000, interval: 200 },
  )

/** Waits until the window of the rate limit has at least 30 seconds left, and returns the remaining requests in it. */
async function remainingInNewWindow(program: Program, key: string): Promise<number> {
  for (;;) {
    const { headers } = await call(program, 'GET', '/courses', key)
    const secondsLeft = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000
    if (secondsLeft > 30) return Number(headers.get('x-ratelimit-remaining'))
    await wait(1000 * (secondsLeft + 1))
  }
}

describe.skipIf(!shared)('several processes at one address', () => {
  test(
    'workers share rate limits, refuse a revoked key at once, and report aggregated metrics',
    async () => {
      const place = await makeEnvironment()
      const { key, id } = await makeKey(place)
      // Other tests with this Redis use the same address.
      const limits = { RATE_LIMIT_PROFESSIONAL: '200', RATE_LIMIT_ANONYMOUS: '1000000', SHED_AFTER_MS: '0' }
      const service = await startService({ ...place, ...two, ...limits })
      await untilBothServe(service, key)
      const remaining = await remainingInNewWindow(service, key)
      const statuses = await crowd(service, key, remaining + 50)
      expect(statuses.filter((status) => status === 200)).toHaveLength(remaining)
      expect(statuses.filter((status) => status === 429)).toHaveLength(50)

      await shell(place, 'revoke', id)
      // The broadcast may arrive after the command has ended. A cached key would be used for 10 seconds.
      const statusesAfter = async () => [...new Set(await crowd(service, key, 20))]
      await expect.poll(statusesAfter, { timeout: 8000 }).toEqual([401])

      const headers = { Authorization: `Bearer ${two.METRICS_TOKEN}` }
      const metric = 'http_request_duration_seconds_count{method="GET",route="GET /api/v1/courses",status="200"}'
      const counted = async () => {
        const report = await (await fetch(`${service.url}/metrics`, { headers })).text()
        return Number(
          report
            .split('\n')
            .find((line) => line.startsWith(metric))
            ?.slice(metric.length),
        )
      }
      const logged = () => lines(service).filter(({ path, status }) => path === '/api/v1/courses' && status === 200)
      await expect.poll(async () => (await counted()) - logged().length, { timeout: 20_000 }).toBe(0)
      expect(logged().length).toBeGreaterThanOrEqual(200)
    },
    processTimeoutMs,
  )

  test(
    'a worker that dies is replaced, while the other one serves',
    async () => {
      const place = await makeEnvironment()
      const { key } = await makeKey(place)
      const service = await startService({ ...place, ...two })
      await untilBothServe(service, key)
      const [victim, other] = [...serving(service)]
      process.kill(victim!, 'SIGKILL')
      await vi.waitFor(() => expect(lines(service).some(({ worker }) => worker === victim)).toBe(true), 20_000)
      // The last lines of the killed worker stand before the line about its end.
      const since = lines(service).length
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
      expect(await service.exitCode()).toBe(0)
      expect([...serving(service)].filter(isAlive)).toEqual([])
    },
    processTimeoutMs,
  )

  test(
    'metrics are unavailable while a worker does not reply',
    async () => {
      const place = await makeEnvironment()
      const { key } = await makeKey(place)
      const port = await freePort()
      const service = await startService({ ...place, ...two, METRICS_PORT: String(port) })
      await untilBothServe(service, key)
      const [one] = [...serving(service)]
      const headers = { Authorization: `Bearer ${two.METRICS_TOKEN}` }
      const ask = async () => (await fetch(`http://127.0.0.1:${port}/`, { headers })).status
      expect(await ask()).toBe(200)
      process.kill(one!, 'SIGSTOP')
      expect(await ask()).toBe(503)
      process.kill(one!, 'SIGCONT')
      await expect.poll(ask, { timeout: 30_000 }).toBe(200)
    },
    processTimeoutMs,
  )

  test(
    'a start error of a worker is printed once, and no process is left running',
    async () => {
      const place = await makeEnvironment()
      const service = await startService(place)
      const { port } = new URL(service.url)
      const second = runProgram('src/main.js', [], { ...place, ...two, PORT: port })
      expect(await second.exitCode()).toBe(1)
      expect(second.output().match(/cannot be opened/g)).toHaveLength(1)
    },
    processTimeoutMs,
  )
})

test.each([
  ['the embedded database', {}, 'DATABASE_URL, because only one process can open the embedded database'],
  [
    'no Redis',
    { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' },
    'REDIS_URL, because otherwise each process would count rate limits separately',
  ],
])(
  'several processes with %s are refused at the start',
  async (_what, env: Record<string, string>, sentence) => {
    const place = { DATA_DIR: await temporaryFolder(), PORT: '0' }
    const program = runProgram('src/main.js', [], { ...place, WEB_CONCURRENCY: '2', ...env })
    expect(await program.exitCode()).toBe(1)
    expect(program.output()).toContain(`WEB_CONCURRENCY: more than 1 needs ${sentence}.`)
  },
  processTimeoutMs,
)
