import { expect, test } from 'vitest'
import { sendRawRequest } from '../support/raw-requests.ts'
import { serviceForTest } from '../support/service.ts'

test('OPTIONS * names the methods of the whole service, and no other method has this target', async () => {
  const { url } = await serviceForTest()
  const answer = await sendRawRequest(url, { method: 'OPTIONS', path: '*' })
  expect([answer.status, answer.headers.allow, answer.text]).toEqual([
    204,
    'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    '',
  ])
  expect(answer.headers['x-ratelimit-limit']).toBe('1000000')
  for (const method of ['GET', 'POST']) {
    const refused = await sendRawRequest(url, { method, path: '*' })
    expect([method, refused.status, refused.body?.error.code]).toEqual([method, 400, 'invalid_request'])
  }
})
