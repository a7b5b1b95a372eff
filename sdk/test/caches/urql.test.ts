import { Client, fetchExchange, gql } from '@urql/core'
import { type CacheExchangeOpts, cacheExchange } from '@urql/exchange-graphcache'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cacheOptions } from '../../src/urql.ts'
import { makeHalfDocuments } from './half-documents.ts'
import { startServiceWithCourses } from './workspace.ts'

let home: Awaited<ReturnType<typeof startServiceWithCourses>>
beforeAll(async () => {
  home = await startServiceWithCourses()
})
afterAll(() => home.service.close())

function newClient(options: CacheExchangeOpts) {
  const warnings: string[] = []
  const client = new Client({
    url: `${home.service.url}/graphql`,
    preferGetMethod: false,
    fetchOptions: { headers: { Authorization: `Bearer ${home.apiKey}` } },
    exchanges: [
      cacheExchange({ ...options, logger: (severity, message) => severity !== 'debug' && warnings.push(message) }),
      fetchExchange,
    ],
  })
  return { client, warnings }
}

const read = async (client: Client, document: string, variables: object, requestPolicy = 'network-only' as const) => {
  const { data, error } = await client.query(gql(document), variables, { requestPolicy })
  expect(error).toBeUndefined()
  return data
}

async function readAllInHalves(client: Client) {
  for (const [name, variables] of Object.entries(home.variables))
    for (const document of makeHalfDocuments(name, variables)) await read(client, document, variables)
}

test('without the options Graphcache warns of types without keys', async () => {
  const { client, warnings } = newClient({})
  await readAllInHalves(client)
  expect(warnings.length).toBeGreaterThan(30)
})

test('with the options Graphcache gives no warning, also when records change, move and go', async () => {
  const { client, warnings } = newClient(cacheOptions)
  await readAllInHalves(client)
  const module = await home.client.modules.create(home.ids.course, { name: 'Air', order: 0 })
  await readAllInHalves(client)
  await home.client.modules.delete(module)
  await readAllInHalves(client)
  expect(warnings).toEqual([])
})

test('a publish that returns its course changes the course in the cache, and a deleted record leaves it', async () => {
  const { client, warnings } = newClient(cacheOptions)
  const { id } = await home.client.courses.create({ name: 'Draft', modules: [{ name: 'One' }, { name: 'Two' }] })
  const document = 'query ($id: ID!) { course(id: $id) { id status modules { id name } } }'
  const { course } = await read(client, document, { id })
  expect(course.status).toBe('draft')
  const publish = 'mutation ($id: ID!) { createRelease(courseId: $id, input: { gate: off }) { course { id status } } }'
  expect((await client.mutation(gql(publish), { id })).error).toBeUndefined()
  const cached = client.readQuery(gql(document), { id })
  expect(cached?.data.course.status).toBe('published')
  const remove = 'mutation ($id: ID!) { deleteModule(id: $id) { deletedId course { id treeVersion } } }'
  await client.mutation(gql(remove), { id: course.modules[0].id })
  const { data } = await client.query(gql(document), { id })
  expect(data.course.modules.map(({ name }: { name: string }) => name)).toEqual(['Two'])
  expect(warnings).toEqual([])
})

test('the pages of a connection are put together', async () => {
  const { client, warnings } = newClient(cacheOptions)
  const document = `query ($after: String) { courses(first: 2, after: $after, sort: name) {
    edges { node { id name } } pageInfo { hasNextPage endCursor } } }`
  let after: string | undefined
  let edges: unknown[] = []
  for (let hasNext = true; hasNext; ) {
    const { data } = await client.query(gql(document), { after })
    edges = data.courses.edges
    hasNext = data.courses.pageInfo.hasNextPage
    after = data.courses.pageInfo.endCursor
  }
  expect(edges.length).toBe((await home.client.courses.list().toArray()).length)
  expect(warnings).toEqual([])
})
