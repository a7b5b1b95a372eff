import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/support/service.ts'
import { type CoursewrightClient, createClient } from '../src/index.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

/** A client in a workspace of its own. */
async function newClient() {
  const apiKey = await service.key({ workspaceId: await service.workspace() })
  return createClient({ baseUrl: service.url, apiKey })
}

test('a list is read page by page, to its end', async () => {
  const lister = await newClient()
  for (let number = 1; number <= 5; number++) await lister.http.POST('/courses', { body: { name: `Course ${number}` } })
  const names: string[] = []
  for await (const { name } of lister.http.list('/courses', { params: { query: { per_page: 2 } } })) names.push(name)
  expect(names).toEqual(['Course 5', 'Course 4', 'Course 3', 'Course 2', 'Course 1'])
  expect(await Array.fromAsync((await newClient()).http.list('/courses'))).toEqual([])
  const { data } = await lister.http.GET('/courses', {})
  const ids = data!.data.slice(1, 3).map(({ id }) => id)
  const some = await Array.fromAsync(lister.http.list('/courses', { params: { query: { ids, sort: 'name' } } }))
  expect(some.map(({ name }) => name)).toEqual(['Course 3', 'Course 4'])
  const params = { path: { courseId: data!.data[0]!.id } }
  expect(await Array.fromAsync(lister.http.list('/courses/{courseId}/modules', { params }))).toEqual([])
})

const query = { per_page: 4 }
const names = Array.from({ length: 10 }, (_, index) => `Record ${index}`)

async function createModules(client: CoursewrightClient) {
  const body = { name: 'Botany', modules: names.map((name) => ({ name })) }
  const { data } = await client.http.POST('/courses', { body })
  return { path: { courseId: data!.data.id }, query }
}

test('a loop that deletes and changes the courses of its list visits each course once', async () => {
  const client = await newClient()
  for (const name of names) await client.http.POST('/courses', { body: { name } })
  const visited: string[] = []
  for await (const { id, name } of client.http.list('/courses', {
    params: { query: { ...query, sort: 'contentUpdatedAt' } },
  })) {
    const params = { path: { courseId: id } }
    visited.push(name)
    if (visited.length % 2) await client.http.DELETE('/courses/{courseId}', { params })
    else await client.http.PATCH('/courses/{courseId}', { params, body: { description: 'Changed.' } })
  }
  expect(visited).toEqual(names)
})

test('a loop that deletes the records of a list that has no cursor visits each record once', async () => {
  const client = await newClient()
  const params = await createModules(client)
  const visited: string[] = []
  for await (const { id, name } of client.http.list('/courses/{courseId}/modules', { params })) {
    visited.push(name)
    if (visited.length !== 6) await client.http.DELETE('/modules/{moduleId}', { params: { path: { moduleId: id } } })
  }
  expect(visited).toEqual(names)
  for await (const { id } of client.http.list('/trash', { params: { query } }))
    await client.http.DELETE('/trash/{trashId}', { params: { path: { trashId: id } } })
  expect((await client.http.GET('/trash')).data!.meta.total).toBe(0)
  for (const name of names) await client.http.POST('/courses', { body: { name: `Fern ${name}` } })
  const found: string[] = []
  for await (const { id } of client.http.list('/courses', { params: { query: { ...query, search: 'fern' } } })) {
    found.push(id)
    await client.http.DELETE('/courses/{courseId}', { params: { path: { courseId: id } } })
  }
  expect(new Set(found).size).toBe(10)
})

test('a loop that adds records before those that follow gets no record twice', async () => {
  const client = await newClient()
  const params = await createModules(client)
  const visited: string[] = []
  for await (const { name } of client.http.list('/courses/{courseId}/modules', { params })) {
    if (!visited.length)
      await client.http.POST('/courses/{courseId}/modules', {
        params: { path: params.path },
        body: { name: 'First', order: 0 },
      })
    visited.push(name)
  }
  expect(visited).toEqual(names)
})

test('the walk through a list ends when its signal is aborted', async () => {
  const client = await newClient()
  const abort = new AbortController()
  const params = await createModules(client)
  const modules = client.http.list('/courses/{courseId}/modules', { params, signal: abort.signal })
  const visited: string[] = []
  const walk = async () => {
    for await (const { name } of modules) if (visited.push(name) === 4) abort.abort()
  }
  await expect(walk()).rejects.toMatchObject({ name: 'AbortError' })
  expect(visited).toEqual(names.slice(0, 4))
})
