import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key({ plan: 'enterprise' })
})
afterAll(() => service.close())

const post = (accept: string) =>
  service.http('/graphql', {
    method: 'POST',
    headers: { Accept: accept, 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ query: '{ viewer { plan } }' }),
  })

test('a client that would take streams, such as GraphiQL, gets a plain answer to a plain question', async () => {
  const { status, body } = await post('application/graphql-response+json, application/json, multipart/mixed')
  expect({ status, body }).toEqual({ status: 200, body: { data: { viewer: { plan: 'enterprise' } } } })
})

test('a client that takes streams alone gets the answer as one event', async () => {
  const { status, headers, text } = await post('text/event-stream')
  expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'text/event-stream' })
  expect(text).toContain('data: {"data":{"viewer":{"plan":"enterprise"}}}')
})
