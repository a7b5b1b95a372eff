import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateApiKey } from '../../src/identity/key-secret.ts'
import { initialize, masterKey } from '../api/mcp/client.ts'
import { makeIdentityProvider } from '../support/identity-provider.ts'
import { sendRawRequest } from '../support/raw-requests.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { allStatementsOf } from '../support/sql-recorder.ts'

const metricsToken = 'a-token-for-metrics'
let provider: Awaited<ReturnType<typeof makeIdentityProvider>>
let service: TestService
let key: string
beforeAll(async () => {
  provider = await makeIdentityProvider()
  service = await startTestService({
    env: {
      ...provider.env,
      REDIS_URL: '',
      TRUST_PROXY: '1',
      RATE_LIMIT_ANONYMOUS: '10',
      MCP_MASTER_API_KEY: masterKey,
      METRICS_TOKEN: metricsToken,
    },
  })
  key = await service.key()
  await from('203.0.113.200', `Bearer ${key}`)
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

const from = (address: string, authorization: string, path = '/api/v1/courses', init: RequestInit = {}) =>
  service.http(path, {
    ...init,
    headers: { ...init.headers, 'X-Forwarded-For': address, Authorization: authorization },
  })

const mcp = (address: string, credential: string) => {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
  return from(address, `Bearer ${credential}`, '/mcp', { method: 'POST', headers, body: JSON.stringify(initialize) })
}

const countsOf = (statuses: number[]) => Object.groupBy(statuses, (status) => status)
const tally = (statuses: number[]) =>
  Object.fromEntries(Object.entries(countsOf(statuses)).map(([status, all]) => [status, all!.length]))

test('hundreds of invented keys from one address cost the database few queries, and a good key from there still works', async () => {
  const statuses: number[] = []
  const served: number[] = []
  const statements = await allStatementsOf(async () => {
    for (let round = 0; round < 6; round++) {
      const flood = Array.from({ length: 50 }, () => from('203.0.113.1', `Bearer ${generateApiKey('cw').value}`))
      const good = Array.from({ length: 3 }, () => from('203.0.113.1', `Bearer ${key}`))
      statuses.push(...(await Promise.all(flood)).map(({ status }) => status))
      served.push(...(await Promise.all(good)).map(({ status }) => status))
    }
  })
  expect(tally(served)).toEqual({ 200: 18 })
  const { 401: refused = 0, 429: limited = 0 } = tally(statuses)
  expect(refused + limited).toBe(300)
  expect(refused).toBeLessThanOrEqual(10)
  const invented = statements.filter((text) => text.includes('FROM api_keys')).length - served.length
  expect(invented).toBeLessThanOrEqual(10 + 8 + 5)
})

test('wrong master keys and wrong metrics tokens count against their address', async () => {
  const guesses = Array.from({ length: 20 }, (_, index) => masterKey.slice(0, -2) + String(index).padStart(2, '0'))
  const statuses: number[] = []
  for (const guess of guesses) statuses.push((await mcp('203.0.113.2', guess)).status)
  expect(tally(statuses)).toEqual({ 401: 10, 429: 10 })
  expect((await mcp('203.0.113.2', masterKey)).status).toBe(200)

  const scrapes: number[] = []
  for (let guess = 0; guess < 20; guess++)
    scrapes.push((await from('203.0.113.3', `Bearer guess-number-${guess}`, '/metrics')).status)
  expect(tally(scrapes)).toEqual({ 401: 10, 429: 10 })
  expect((await from('203.0.113.3', `Bearer ${metricsToken}`, '/metrics')).status).toBe(200)
})

test('an ID token of 15 KB is refused and not remembered, one of 100 KB is refused with its headers', async () => {
  const cacheSize = service.app.services.keyring.cacheSize()
  const large = await provider.token('ann', { padding: 'x'.repeat(11_000), aud: 'somebody-else' })
  expect(large.length).toBeGreaterThan(14_000)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => from(`198.51.100.${index}`, `Bearer ${large}`, '/api/v1/api-keys')),
  )
  expect(tally(answers.map(({ status }) => status))).toEqual({ 401: 30 })
  const huge = await provider.token('ann', { padding: 'x'.repeat(100_000) })
  const headers = [['Authorization', `Bearer ${huge}`] as const]
  expect((await sendRawRequest(service.url, { path: '/api/v1/api-keys', headers })).status).toBe(431)
  expect(service.app.services.keyring.cacheSize()).toBe(cacheSize)
})

test('tokens with unknown key ids, from many addresses, cost the provider two requests a second at most', async () => {
  let requests = 0
  const keys = JSON.stringify({ keys: [provider.publicKey()] })
  const found = JSON.stringify({ issuer: provider.issuer, jwks_uri: `${provider.issuer}/keys` })
  provider.behave((req, res) => {
    requests++
    res.end(req.url === '/keys' ? keys : found)
  })
  const before = performance.now()
  const flood = Array.from({ length: 200 }, async (_, index) => {
    const token = await provider.sign(provider.claimsOf('ann'), { kid: `key ${index}` })
    return from(`198.51.100.${index % 100}`, `Bearer ${token}`, '/api/v1/api-keys')
  })
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  // Discovery and keys are requested once a second.
  expect(requests).toBeLessThanOrEqual(2 * Math.ceil((performance.now() - before) / 1000) + 2)
  provider.behave()
  expect(statuses.every((status) => [401, 429, 503].includes(status))).toBe(true)
  expect((await from('203.0.113.5', `Bearer ${await provider.token('ann')}`, '/api/v1/api-keys')).status).toBe(200)
})

test.each([
  '',
  'Bearer',
  'Bearer ',
  'Bearer\t{key}',
  'Bearer={key}',
  'Bearer,{key}',
  'Bearer {key},',
  'Bearer {key}, Bearer {key}',
  'Basic {key}',
  'Token {key}',
  'ApiKey {key}',
  'Negotiate {key}',
  'Bearer Bearer {key}',
  '{key} Bearer',
  'Bearer é{key}',
])('the Authorization header "%s" gets 401', async (template) => {
  const authorization = Buffer.from(template.replaceAll('{key}', key)).toString('latin1')
  expect((await from(`203.0.113.${6 + template.length}`, authorization)).status).toBe(401)
})

test('no request header can add a header to the response', async () => {
  const answerTo = (requestId: string) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    const sent = [
      'Host: localhost',
      'X-Forwarded-For: 203.0.113.40',
      'Connection: close',
      'Origin: http://a\tX-Evil: 3',
    ]
    socket.write(`GET /api/v1/courses HTTP/1.1\r\n${sent.join('\r\n')}\r\nX-Request-Id: ${requestId}\r\n\r\n`)
    return text(socket)
  }
  for (const requestId of [
    'a%0d%0aX-Evil: 1',
    'a\tX-Evil: 1',
    'a\u00e5\u0160X-Evil: 1',
    'a\u000bX-Evil: 1',
    'a\rX-Evil: 1',
  ]) {
    const answer = await answerTo(requestId)
    expect(answer).toMatch(/^HTTP\/1\.1 40[01] /)
    expect(answer.toLowerCase()).not.toContain('x-evil')
  }
})
