import { expect, test } from 'vitest'
import { house } from '../house.ts'
import { problem } from '../problems.ts'

const refusal = problem(
  'invalid_request',
  'This API speaks HTTPS only. The request came in the clear: replace its key.',
)

test('behind a proxy a request that came in the clear is refused, not redirected, on every face', async () => {
  const one = await house({ env: { TRUST_PROXY: '1' } })
  const key = await one.key()
  const by = (proto: string) => one.rest('GET', '/courses', key, undefined, { 'X-Forwarded-Proto': proto })
  const refused = await by('http')
  expect([refused.status, refused.headers.get('location'), refused.body]).toEqual([400, null, refusal])
  expect(refused.headers.get('x-ratelimit-limit')).not.toBe(null)
  expect((await by('https')).status).toBe(200)
  // What the client wrote itself stands before what our proxy says.
  expect((await by('https, http')).status).toBe(400)
  expect((await by('http, https')).status).toBe(200)
  const asked = await one.http('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-Proto': 'http', Authorization: `Bearer ${key}` },
    body: '{"query":"{ viewer { plan } }"}',
  })
  expect([asked.status, asked.body.errors[0].extensions.code]).toEqual([400, 'invalid_request'])
})

test('without a proxy of ours, what a client says of one counts for nothing', async () => {
  const one = await house({ env: { RATE_LIMIT_ANONYMOUS: '1000' } })
  const key = await one.key()
  const headers = { 'X-Forwarded-Proto': 'http' }
  expect((await one.rest('GET', '/courses', key, undefined, headers)).status).toBe(200)
})
