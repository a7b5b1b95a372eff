import { ApolloClient, gql, HttpLink, InMemoryCache, type InMemoryCacheConfig } from '@apollo/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { possibleTypes, typePolicies } from '../../src/apollo.ts'
import { makeHalfDocuments, queryNames } from './half-documents.ts'
import { startServiceWithCourses } from './workspace.ts'

// Without this, Node.js loads a build of Apollo Client that gives no warnings.
vi.hoisted(() => Object.assign(globalThis, { __DEV__: true }))

let home: Awaited<ReturnType<typeof startServiceWithCourses>>
const warnings: unknown[][] = []
beforeAll(async () => {
  home = await startServiceWithCourses()
  vi.spyOn(console, 'warn').mockImplementation((...message) => void warnings.push(message))
  vi.spyOn(console, 'error').mockImplementation((...message) => void warnings.push(message))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await home.service.close()
})

function newClient(config: InMemoryCacheConfig) {
  warnings.length = 0
  return new ApolloClient({
    cache: new InMemoryCache(config),
    link: new HttpLink({
      uri: `${home.service.url}/graphql`,
      headers: { Authorization: `Bearer ${home.apiKey}` },
    }),
    defaultOptions: { query: { fetchPolicy: 'network-only' } },
  })
}
type Client = ReturnType<typeof newClient>

async function readAllInHalves(client: Client) {
  for (const [name, variables] of Object.entries(home.variables))
    for (const document of makeHalfDocuments(name, variables)) await client.query({ query: gql(document), variables })
}

/** These need a person, the master key or a gateway. */
const readByOthers = ['_entities', '_service', 'apiKeys', 'workspacePage']

test('every field of the type Query is read, but those that this key may not read', () => {
  expect(Object.keys(home.variables).toSorted()).toEqual(queryNames.filter((name) => !readByOthers.includes(name)))
})

test('without the policies Apollo Client warns that data may be lost', async () => {
  await readAllInHalves(newClient({}))
  expect(warnings.length).toBeGreaterThan(10)
})

test('with the policies Apollo Client gives no warning, also when records change, move and go', async () => {
  const client = newClient({ typePolicies, possibleTypes })
  await readAllInHalves(client)
  const course = await home.client.courses.create({ name: 'Fourth' })
  await home.client.modules.create(home.ids.course, { name: 'Air', order: 0 })
  await readAllInHalves(client)
  await home.client.courses.delete(course)
  const [air] = await home.client.modules.list(home.ids.course).toArray()
  await home.client.modules.delete(air!)
  await readAllInHalves(client)
  expect(warnings).toEqual([])
})

test('a publish that returns its course changes the course in the cache', async () => {
  const client = newClient({ typePolicies, possibleTypes })
  const { id } = await home.client.courses.create({ name: 'Draft' })
  const query = gql`query ($id: ID!) { course(id: $id) { id status liveRelease { courseId number pinned } } }`
  await client.query({ query, variables: { id } })
  await client.mutate({
    mutation: gql`mutation ($id: ID!) { createRelease(courseId: $id, input: { gate: off }) { course { id status liveRelease { courseId number pinned } } } }`,
    variables: { id },
  })
  const read = () => client.readQuery<{ course: object }>({ query, variables: { id } })!.course
  expect(read()).toMatchObject({ status: 'published', liveRelease: { number: 1, pinned: false } })
  await client.mutate({
    mutation: gql`mutation ($id: ID!) { updateRelease(courseId: $id, number: 1, input: { pinned: true }) { courseId number pinned } }`,
    variables: { id },
  })
  expect(read()).toMatchObject({ liveRelease: { number: 1, pinned: true } })
  expect(warnings).toEqual([])
})

test('another person who changed a record takes the place of the one before, and the pages of a connection are put together', async () => {
  const client = newClient({ typePolicies, possibleTypes })
  const query = gql`query ($after: String) { courses(first: 2, after: $after, sort: name) { edges { node { id name } } pageInfo { hasNextPage endCursor } } }`
  type Page = { courses: { edges: object[]; pageInfo: { hasNextPage: boolean; endCursor: string } } }
  let after: string | undefined
  for (let hasNext = true; hasNext; ) {
    const { pageInfo } = (await client.query<Page>({ query, variables: { after } })).data!.courses
    hasNext = pageInfo.hasNextPage
    after = pageInfo.endCursor
  }
  const all = await home.client.courses.list().toArray()
  expect(client.readQuery<Page>({ query })!.courses.edges.length).toBe(all.length)
  const who = (selection: string) => gql`query ($id: ID!) { module(id: $id) { id updatedBy { ${selection} } } }`
  const variables = { id: home.ids.module }
  await client.query({ query: who('actorId name'), variables })
  const other = await home.service.key({ workspaceId: await workspaceOf() })
  await home.service.rest('PATCH', `/modules/${home.ids.module}`, other, { name: 'By another' })
  await client.query({ query: who('actorId type'), variables })
  expect(client.readQuery({ query: who('name'), variables })).toBeNull()
  expect(warnings.filter(([text]) => !String(text).includes('Missing field'))).toEqual([])
})

const workspaceOf = async () => (await home.client.workspace.get()).id
