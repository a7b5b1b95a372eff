import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { getMetricsHost, makeMetricsServer } from '../../../src/http/metrics/endpoint.ts'
import { readConfig } from '../../../src/platform/config.ts'

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
