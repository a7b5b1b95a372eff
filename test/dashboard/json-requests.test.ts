import { expect, test } from 'vitest'
import { errorBody } from '../support/error-bodies.ts'
import { serviceForTest } from '../support/service.ts'

test('a page of the dashboard is not sent to a client that asks for JSON', async () => {
  const service = await serviceForTest()
  const ask = (path: string, accept: string, method = 'GET') =>
    service.http(path, { method, headers: { Accept: accept } })
  const refusal = errorBody('not_found', 'This address is a page of the dashboard. The REST API is below /api/v1.')
  for (const path of ['/', '/courses', '/courses/x', '/settings/keys', '/usage', '/trash', '/connect', '/signed-in'])
    for (const accept of ['application/json', 'application/json, text/plain, */*', 'application/problem+json']) {
      const { status, body } = await ask(path, accept)
      expect([path, accept, status, body]).toEqual([path, accept, 404, refusal])
      expect((await ask(path, accept, 'HEAD')).status).toBe(404)
    }
  for (const accept of ['text/html', '*/*', 'application/json;q=0.5, text/html', '']) {
    const { headers } = await ask('/courses', accept)
    expect([accept, headers.get('content-type')]).toEqual([accept, expect.stringMatching(/^text\/(html|plain)/)])
  }
})
