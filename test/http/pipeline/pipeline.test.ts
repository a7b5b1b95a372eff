import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { makeClientResourceLimits } from '../../../src/http/client-resource-limits.ts'
import type { Endpoint } from '../../../src/http/exchange.ts'
import { makeRequestPipeline } from '../../../src/http/pipeline/pipeline.ts'
import { makeHttpRateLimiter } from '../../../src/identity/rate-limit.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { ApiError } from '../../../src/platform/errors.ts'

type Dependencies = Parameters<typeof makeRequestPipeline>[0]

/** Starts a server with one endpoint, and notes how often each place of the overload limit is released. */
async function startServer(handleRequest: Endpoint['handle'], own: Partial<Dependencies> = {}) {
  const releases: number[] = []
  const config = readConfig({ NODE_ENV: 'test' })
  const ignore = () => {}
  const metrics = { requests: { observe: ignore }, shedRequests: { inc: ignore } }
  const dependencies = {
    config,
    log: pino({ level: 'silent' }),
    limiter: makeHttpRateLimiter({ config, redis: undefined, onFallback: ignore }),
    metrics,
    concurrencyLimiter: {
      acquire: () => {
        const place = releases.push(0) - 1
        return () => void releases[place]!++
      },
    },
    endpointOf: () => ({ isAuthenticatedAndCounted: false, handle: handleRequest }),
    resourceLimits: makeClientResourceLimits(),
    onInternalError: ignore,
    ...own,
  } as unknown as Dependencies
  const { handle } = makeRequestPipeline(dependencies)
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    releases,
    server,
    port,
    url,
    send: async () => (await fetch(url, { headers: { Connection: 'close' } })).status,
  }
}

const refusal = new ApiError('invalid_request', 'The body is too large.', { status: 413 })

test.each<[string, () => Promise<void>, number[], number]>([
  ['ends well takes a second place', async () => {}, [1, 1], 200],
  ['fails leaves no place to release', () => Promise.reject(refusal), [1], 413],
])(
  'a request that waits for its client and %s, and each place is released once',
  async (_end, work, places, status) => {
    const { releases, send } = await startServer(async (exchange) => {
      await exchange.waitForClient(work)
      exchange.res.writeHead(200).end()
    })
    expect(await send()).toBe(status)
    expect(releases).toEqual(places)
  },
)

test('a request whose client has gone while it waited to be admitted gives its place back, and is not handled', async () => {
  const [admission, arrived] = [Promise.withResolvers<() => void>(), Promise.withResolvers<void>()]
  const [closed, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const acquire = () => {
    arrived.resolve()
    return admission.promise
  }
  let isHandled = false
  const handleRequest = () => {
    isHandled = true
  }
  const concurrencyLimiter = { acquire } as unknown as Dependencies['concurrencyLimiter']
  const { server, port } = await startServer(handleRequest, { concurrencyLimiter })
  server.once('connection', (socket) => socket.once('close', () => closed.resolve()))
  const client = connect(port, '127.0.0.1', () => client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'))
  await arrived.promise
  client.destroy()
  await closed.promise
  admission.resolve(() => released.resolve())
  await released.promise
  expect(isHandled).toBe(false)
})

test('the check of a credential leaves its place free, although its request cannot be counted', async () => {
  const caller = { kind: 'anonymous', refusal: 'unknown' } as const
  let checks = 0
  const keyring = {
    cached: () => undefined,
    wasValid: () => false,
    workspaceOf: () => undefined,
    isWellFormed: () => true,
    authenticate: async () => {
      checks++
      return caller
    },
  }
  const count: Dependencies['limiter']['count'] = async (_caller, _ipAddress, cost) => {
    if (cost === 1) throw new Error('nothing can be counted')
    return { policy: 'anonymous', limit: 1000, remaining: 1000, resetAt: 0, isExceeded: false }
  }
  const { url } = await startServer(() => {}, {
    keyring,
    limiter: { count },
    endpointOf: () => ({ isAuthenticatedAndCounted: true, handle: () => {} }),
  })
  const headers = { Connection: 'close', Authorization: 'Bearer key' }
  // Eight credentials of an address may be checked at once.
  for (let sent = 0; sent < 9; sent++) expect((await fetch(url, { headers })).status).toBe(500)
  expect(checks).toBe(9)
})
