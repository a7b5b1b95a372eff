import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { getMetricsHost, makeMetricsServer } from '../../../src/http/metrics/endpoint.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { serviceForTest } from '../../support/service.ts'

const METRICS_TOKEN = 'a-token-for-metrics'
type Env = Record<string, string>

test.each<[string, Env, string]>([
  ['on the loopback address in production without a token', { NODE_ENV: 'production' }, '127.0.0.1'],
  ['on the loopback address for HOST=0.0.0.0 without a token', { HOST: '0.0.0.0' }, '127.0.0.1'],
  ['on the loopback address for HOST=:: without a token', { HOST: '::' }, '127.0.0.1'],
  ['on the loopback address for another address without a token', { HOST: '192.0.2.1' }, '127.0.0.1'],
  ['on HOST with a token', { HOST: '0.0.0.0', METRICS_TOKEN }, '0.0.0.0'],
  ['on HOST if that is the loopback address', { HOST: '::1' }, '::1'],
])('METRICS_PORT listens %s', (_case, env, host) => {
  expect(getMetricsHost(readConfig(env))).toBe(host)
})

/** Requests METRICS_PORT with a token, or without one. */
async function portOf(env: Env, figures = async () => 'figures') {
  const server = makeMetricsServer(figures, readConfig(env))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`
  return async (token?: string) => {
    const response = await fetch(url, { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } })
    return [response.status, await response.text()]
  }
}

test('METRICS_PORT requires the token if other machines can reach it', async () => {
  const ask = await portOf({ HOST: '0.0.0.0', METRICS_TOKEN })
  expect(await ask()).toEqual([401, 'Metrics require METRICS_TOKEN.\n'])
  expect(await ask('another-token-for-it')).toEqual([401, 'Metrics require METRICS_TOKEN.\n'])
  expect(await ask(METRICS_TOKEN)).toEqual([200, 'figures'])
  const local: Env[] = [{}, { METRICS_TOKEN }]
  for (const env of local) expect(await (await portOf(env))()).toEqual([200, 'figures'])
})

test('concurrent requests for metrics share one report', async () => {
  let sums = 0
  const added = Promise.withResolvers<string>()
  const ask = await portOf({}, () => {
    sums++
    return added.promise
  })
  const asked = Array.from({ length: 20 }, () => ask())
  await expect.poll(() => sums, { timeout: 20_000 }).toBe(1)
  added.resolve('figures')
  expect(new Set((await Promise.all(asked)).map(String))).toEqual(new Set(['200,figures']))
  // A later request gets a new report.
  const before = sums
  expect(before).toBeLessThan(20)
  await ask()
  expect(sums).toBe(before + 1)
})

test('METRICS_PORT answers 503 if there are no metrics, and has limits for its clients', async () => {
  const ask = await portOf({}, () => Promise.reject(new Error('a worker does not reply')))
  expect(await ask()).toEqual([503, ''])
  expect(await ask()).toEqual([503, ''])
  const { maxConnections, headersTimeout, requestTimeout } = makeMetricsServer(async () => '', readConfig({}))
  expect({ maxConnections, headersTimeout, requestTimeout }).toEqual({
    maxConnections: 100,
    headersTimeout: 5000,
    requestTimeout: 5000,
  })
})

test('METRICS_PORT reports again after a report has failed', async () => {
  let reports = 0
  const ask = await portOf({}, async () => {
    if (++reports === 1) throw new Error('a worker does not reply')
    return 'figures'
  })
  expect(await ask()).toEqual([503, ''])
  expect(await ask()).toEqual([200, 'figures'])
})

test('who guesses the token of /metrics is counted by address, and refused beyond the limit', async () => {
  const env = { REDIS_URL: '', RATE_LIMIT_ANONYMOUS: '2', METRICS_TOKEN }
  const service = await serviceForTest({ env })
  const ask = async (token?: string) => {
    const headers: Env = token === undefined ? {} : { Authorization: `Bearer ${token}` }
    const { status, headers: received } = await service.http('/metrics', { headers })
    return [status, received.get('x-ratelimit-remaining'), received.has('retry-after')]
  }
  expect(await ask(METRICS_TOKEN)).toEqual([200, '2', false])
  expect(await ask(`${METRICS_TOKEN}x`)).toEqual([401, '1', false])
  expect(await ask()).toEqual([401, '0', false])
  expect(await ask('guessed')).toEqual([429, '0', true])
  expect((await ask(METRICS_TOKEN))[0]).toBe(200)
})

test('without METRICS_TOKEN nobody reads /metrics', async () => {
  const service = await serviceForTest()
  for (const token of ['', 'undefined'])
    expect((await service.http('/metrics', { headers: { Authorization: `Bearer ${token}` } })).status).toBe(401)
})

test('METRICS_PORT takes GET and HEAD alone', async () => {
  const server = makeMetricsServer(async () => 'figures', readConfig({}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
  const { status, headers } = await fetch(url, { method: 'POST' })
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})
