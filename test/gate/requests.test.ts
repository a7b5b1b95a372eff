import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, house, makeHouse } from '../house.ts'
import { problem } from '../problems.ts'
import { wire } from '../wire.ts'

let one: House
let key: string
beforeAll(async () => {
  one = await makeHouse()
  key = await one.key()
})
afterAll(() => one.close())

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('a short printable request id is taken over, into the log too', async () => {
  const { headers } = await one.rest('GET', '/courses', key, undefined, { 'X-Request-Id': 'order-7/retry:2' })
  expect(headers.get('x-request-id')).toBe('order-7/retry:2')
  expect(one.logged).toContainEqual(
    expect.objectContaining({ requestId: 'order-7/retry:2', msg: 'request', status: 200 }),
  )
})

test.each(['', ' ', 'two words', 'x'.repeat(129), 'café'])(
  'the request id %j is not, and a new one made',
  async (id) => {
    const { headers } = await one.rest('GET', '/courses', key, undefined, { 'X-Request-Id': id })
    expect(headers.get('x-request-id')).toMatch(uuid)
  },
)

test('the log names no credential and no body', async () => {
  await one.rest('POST', '/courses', key, { name: 'a very private name' })
  await one.http(`/api/v1/courses?search=private&key=${key}`, { headers: { 'X-API-Key': key } })
  expect(JSON.stringify(one.logged)).not.toContain(key.slice(8))
  expect(JSON.stringify(one.logged)).not.toContain('very private')
})

test('what reached our proxy in the clear is refused and not redirected, whoever asks', async () => {
  const behind = await house({ env: { TRUST_PROXY: '1' } })
  const its = await behind.key()
  const message = 'This API speaks HTTPS only. The request came in the clear: replace its key.'
  for (const path of ['/api/v1/courses', '/graphql', '/']) {
    const { status, headers, body } = await behind.http(path, {
      headers: { 'X-API-Key': its, 'X-Forwarded-Proto': 'http' },
      redirect: 'manual',
    })
    expect([status, headers.get('location')]).toEqual([400, null])
    if (path === '/api/v1/courses') expect(body).toEqual(problem('invalid_request', message))
  }
  const proto = async (value: string) =>
    (await behind.rest('GET', '/courses', its, undefined, { 'X-Forwarded-Proto': value })).status
  expect(await proto('https')).toBe(200)
  // What stands before our proxy's own word is the client's.
  expect([await proto('https, http'), await proto('http, https')]).toEqual([400, 200])
  expect((await one.rest('GET', '/courses', key, undefined, { 'X-Forwarded-Proto': 'http' })).status).toBe(200)
})

test.each([
  ['If-Match', 'PATCH', ['"v1"', '"v2"'], 412],
  ['Idempotency-Key', 'PATCH', ['a', 'b'], 200],
  ['Content-Type', 'PATCH', ['application/json', 'text/plain'], 200],
  ['If-None-Match', 'GET', ['"v9"', '"v1"'], 304],
  ['Accept', 'GET', ['text/html', 'application/json'], 200],
])('%s sent twice is no accident', async (name, method, values, status) => {
  const { id } = (await one.rest('POST', '/courses', key, { name: 'x' })).body.data
  const usual = name === 'Content-Type' ? [] : [['Content-Type', 'application/json'] as const]
  const answer = await wire(one.url, {
    method,
    path: `/api/v1/courses/${id}`,
    headers: [['X-API-Key', key], ...usual, ...values.map((value) => [name, value] as const)],
    body: method === 'PATCH' ? '{"name":"y"}' : '',
  })
  expect(answer.status).toBe(status)
})
