import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorBody } from '../../support/error-bodies.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
let id: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  id = (await service.rest('POST', '/courses', key, { name: 'Botany' })).body.data.id
})
afterAll(() => service.close())

const types = 'application/json, application/merge-patch+json'
const send = (method: string, path: string, type: string, body: unknown) =>
  service.rest(method, path, key, body, { 'Content-Type': type })

test.each([
  'application/merge-patch+json',
  'application/merge-patch+json; charset=utf-8',
  'application/vnd.api+json',
  'application/ld+json;profile="x"',
  'Application/Merge-Patch+JSON',
])('a body of the type %s is read as JSON', async (type) => {
  const changed = await send('PATCH', `/courses/${id}`, type, { name: type, description: null })
  expect([changed.status, changed.body.data.name]).toEqual([200, type])
  const made = await send('POST', '/courses', type, { name: 'Light' })
  expect(made.status).toBe(201)
  const refused = await send('POST', `/courses/${id}/archive`, type, { name: 'Light' })
  expect([refused.status, refused.body.error.details.fields[0].path]).toEqual([400, 'name'])
  const list = await send('PATCH', `/courses/${id}`, type, [])
  expect(list.body).toEqual(errorBody('invalid_request', 'The request body must be a JSON object.'))
})

test.each(['text/plain', 'application/xml', 'application/jsonp', 'text/merge-patch+json', 'application/+json', ''])(
  'a body of the type "%s" is refused with the types that are taken',
  async (type) => {
    const body = errorBody('invalid_request', 'Send the body as Content-Type: application/json.')
    const change = await send('PATCH', `/courses/${id}`, type, { name: 'x' })
    expect([change.status, change.body]).toEqual([415, body])
    expect([change.headers.get('accept-patch'), change.headers.get('accept')]).toEqual([types, null])
    const made = await send('POST', '/courses', type, { name: 'x' })
    expect([made.status, made.body]).toEqual([415, body])
    expect([made.headers.get('accept'), made.headers.get('accept-patch')]).toEqual([types, null])
  },
)

test('OPTIONS of a route with PATCH names the types of its body', async () => {
  const { status, headers } = await service.rest('OPTIONS', `/courses/${id}`, key)
  expect([status, headers.get('accept-patch')]).toEqual([204, types])
  expect((await service.rest('OPTIONS', '/courses', key)).headers.get('accept-patch')).toBeNull()
})

test('GraphQL and compressed bodies are refused with what is taken', async () => {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'text/plain' }
  const graphql = await service.http('/graphql', { method: 'POST', headers, body: '{}' })
  expect([graphql.status, graphql.headers.get('accept')]).toEqual([415, 'application/json'])
  const zipped = await service.rest('POST', '/courses', key, { name: 'x' }, { 'Content-Encoding': 'gzip' })
  expect([zipped.status, zipped.headers.get('accept-encoding')]).toEqual([415, 'identity'])
})
