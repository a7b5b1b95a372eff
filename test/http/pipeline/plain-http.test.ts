import { expect, test } from 'vitest'
import { errorBody } from '../../support/error-bodies.ts'
import { serviceForTest } from '../../support/service.ts'

const metricsToken = 'a-token-for-metrics'
const production = { NODE_ENV: 'production', METRICS_TOKEN: metricsToken }
const otherMachine = '192.0.2.20'

const message =
  'This API requires HTTPS. The request was sent over plain HTTP, so others may know its key: replace the key. Operators can set TLS_CERT_FILE and TLS_KEY_FILE, put an HTTPS proxy in front and set TRUST_PROXY=1, or allow plain HTTP with ALLOW_PLAIN_HTTP=1.'

const query = { method: 'POST', body: JSON.stringify({ query: '{ courses { id } }' }) }
const call = { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }) }

test('in production plain HTTP from another machine is refused by every API, and its key is not looked up', async () => {
  const one = await serviceForTest({ env: production, remoteAddress: otherMachine })
  const key = await one.key()
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  const rest = await one.rest('GET', '/courses', key)
  expect([rest.status, rest.body]).toEqual([400, errorBody('invalid_request', message)])
  expect(rest.headers.get('ratelimit-policy')).toContain('"anonymous"')
  const graphql = await one.http('/graphql', { ...query, headers })
  expect([graphql.status, graphql.body]).toEqual([
    400,
    { errors: [{ message, extensions: { code: 'invalid_request', details: {} } }] },
  ])
  const mcp = await one.http('/mcp', { ...call, headers })
  expect([mcp.status, mcp.body.error.message]).toEqual([400, message])
  for (const path of ['/', '/docs', '/learn/x', '/api/v1/openapi.json', '/api/v1/delivery/courses'])
    expect([path, (await one.http(path, { redirect: 'manual' })).status]).toEqual([path, 400])
  expect(one.app.services.keyring.cacheSize()).toBe(0)
})

test('a client cannot claim to be on this machine or to use HTTPS without a trusted proxy', async () => {
  const one = await serviceForTest({ env: production, remoteAddress: otherMachine })
  const forged = {
    'X-Forwarded-For': '127.0.0.1',
    'X-Forwarded-Proto': 'https',
    Forwarded: 'for=127.0.0.1;proto=https',
  }
  expect((await one.rest('GET', '/courses', await one.key(), undefined, forged)).status).toBe(400)
})

test('health checks and metrics are served over plain HTTP to other machines', async () => {
  const one = await serviceForTest({ env: production, remoteAddress: otherMachine })
  for (const path of ['/health/live', '/health/ready'])
    expect([path, (await one.http(path)).status]).toEqual([path, 200])
  const authorized = { headers: { Authorization: `Bearer ${metricsToken}` } }
  expect((await one.http('/metrics', authorized)).status).toBe(200)
})

test.each<[string, Record<string, string>, string]>([
  ['in production on this machine', production, '127.0.0.1'],
  ['in production on this machine by IPv6', production, '::1'],
  ['in production on this machine by a mapped address', production, '::ffff:127.0.0.1'],
  ['in production from another machine with ALLOW_PLAIN_HTTP', { ...production, ALLOW_PLAIN_HTTP: '1' }, otherMachine],
  ['in production from a trusted proxy', { ...production, TRUST_PROXY: '1' }, otherMachine],
  ['outside production from another machine', {}, otherMachine],
])('plain HTTP is served %s', async (_where, env, remoteAddress) => {
  const one = await serviceForTest({ env, remoteAddress })
  expect((await one.rest('GET', '/courses', await one.key())).status).toBe(200)
})

test('ALLOW_PLAIN_HTTP also serves what reached a trusted proxy over plain HTTP', async () => {
  const one = await serviceForTest({ env: { ...production, TRUST_PROXY: '1', ALLOW_PLAIN_HTTP: '1' } })
  const sent = await one.rest('GET', '/courses', await one.key(), undefined, { 'X-Forwarded-Proto': 'http' })
  expect(sent.status).toBe(200)
})
