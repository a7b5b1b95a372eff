import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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
async function startServer(handleRequest: Endpoint['handle']) {
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
  } as unknown as Dependencies
  const { handle } = makeRequestPipeline(dependencies)
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { releases, send: async () => (await fetch(url, { headers: { Connection: 'close' } })).status }
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
