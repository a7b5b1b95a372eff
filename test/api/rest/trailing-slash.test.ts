import { afterAll, beforeAll, expect, test } from 'vitest'
import { missingId } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
})
afterAll(() => service.close())

test('an address with a slash at its end is that without it, for every method', async () => {
  const made = await service.rest('POST', '/courses/', key, { name: 'Botany' })
  const path = `/courses/${made.body.data.id}`
  expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v1${path}`])
  const read = await service.rest('GET', `${path}/`, key)
  expect([read.status, read.body]).toEqual([200, (await service.rest('GET', path, key)).body])
  expect((await service.rest('HEAD', `${path}/`, key)).status).toBe(200)
  const options = await service.rest('OPTIONS', `${path}/`, key)
  expect(options.headers.get('allow')).toBe((await service.rest('OPTIONS', path, key)).headers.get('allow'))
  const changed = await service.rest('PATCH', `${path}/`, key, { name: 'Light' }, { 'If-Match': '"v1"' })
  expect([changed.status, changed.body.data.name]).toEqual([200, 'Light'])
  const list = await service.rest('GET', '/courses/?per_page=1', key)
  expect([list.status, list.body.data.length]).toEqual([200, 1])
  expect(list.headers.get('link')).toContain('</api/v1/courses?per_page=1&page=1>; rel="first"')
  expect((await service.rest('PUT', `${path}/tree/`, key, { name: 'Light', modules: [] })).status).toBe(200)
  expect((await service.rest('DELETE', `${path}/`, key)).status).toBe(200)
})

test('refusals are those of the address without the slash', async () => {
  expect((await service.rest('GET', '/courses/')).status).toBe(401)
  expect((await service.rest('GET', `/courses/${missingId}/`, key)).status).toBe(404)
  expect((await service.rest('DELETE', '/courses/', key)).status).toBe(405)
  for (const path of ['/courses//', '/courses//tree', '/nothing/', '/'])
    expect([path, (await service.rest('GET', path, key)).status]).toEqual([path, 404])
})

test('the documents, GraphQL, MCP and health checks may have the slash too', async () => {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  for (const path of ['/api/v1/openapi.json/', '/health/live/'])
    expect([path, (await service.http(path)).status]).toEqual([path, 200])
  const query = JSON.stringify({ query: '{ coursePage { pageInfo { page } } }' })
  expect((await service.http('/graphql/', { method: 'POST', headers, body: query })).status).toBe(200)
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  expect((await service.http('/mcp/', { method: 'POST', headers, body: ping })).status).toBe(200)
})
