import { composeServices } from '@apollo/composition'
import { parse } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CourseTree, createCourseTree, missingId } from '../../support/course-fixture.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { statementsOf } from '../../support/sql-recorder.ts'

let service: TestService
let key: string
let mine: CourseTree
let theirs: CourseTree
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  mine = await createCourseTree(service, key)
  theirs = await createCourseTree(service, await service.key(), 'Foreign')
})
afterAll(() => service.close())

const entities = (representations: unknown, selection = '__typename', auth: string | undefined = key) =>
  service.graphql(
    `query ($representations: [_Any!]!) { _entities(representations: $representations) { ${selection} } }`,
    auth,
    { representations },
  )
const course = (id: string) => ({ __typename: 'Course', id })

const reviews = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.6", import: ["@key", "@shareable"])
  type Query { bestReviews: [Review!]! }
  type Review @key(fields: "id") { id: ID! stars: Int! course: Course! }
  type Course @key(fields: "id") { id: ID! reviews(first: Int): ReviewConnection! }
  type ReviewConnection { nodes: [Review!]! pageInfo: PageInfo! }
  type PageInfo @shareable { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
`

test('the schema composes with a subgraph that extends a course', async () => {
  const { sdl } = (await service.graphql('{ _service { sdl } }', key)).data._service
  const { errors, supergraphSdl, schema } = composeServices([
    { name: 'courses', url: `${service.url}/graphql`, typeDefs: parse(sdl) },
    { name: 'reviews', url: 'http://reviews.invalid/graphql', typeDefs: parse(reviews) },
  ])
  expect(errors).toBeUndefined()
  for (const type of ['Course', 'Module', 'Lesson', 'Block'])
    expect(supergraphSdl).toMatch(
      new RegExp(`type ${type} implements Node\\n[^{]*@join__type\\(graph: COURSES, key: "id"\\)`),
    )
  expect(Object.keys(schema!.toGraphQLJSSchema().getTypeMap())).toContain('ReviewConnection')
  expect(sdl).not.toMatch(/_entities|_service|_Any|_Entity|_Service/)
})

test('a gateway reads records of all types in the order of its references, null for what is missing or foreign', async () => {
  const { data } = await entities(
    [
      { __typename: 'Block', id: mine.block.id, stars: 5 },
      course(missingId),
      course(mine.course.id.toUpperCase()),
      course(theirs.course.id),
      course('x'),
      { __typename: 'Module', id: mine.course.id },
      { __typename: 'Lesson', id: mine.lesson.id },
      { __typename: 'Module', id: mine.module.id },
      course(mine.course.id),
    ],
    `__typename ... on Course { id name modules { name lessons { name } } } ... on Module { name }
     ... on Lesson { name } ... on Block { type content }`,
  )
  const whole = {
    ...course(mine.course.id),
    name: 'Botany',
    modules: [{ name: 'Leaves', lessons: [{ name: 'Light' }] }],
  }
  expect(data._entities).toEqual([
    { __typename: 'Block', type: 'text', content: { text: 'Plants eat light.' } },
    null,
    whole,
    null,
    null,
    null,
    { __typename: 'Lesson', name: 'Light' },
    { __typename: 'Module', name: 'Leaves' },
    whole,
  ])
})

test('references in the document itself are read too', async () => {
  const query = `query ($id: ID!) { _entities(representations: [{ __typename: "Course", id: $id }]) { ... on Course { name } } }`
  expect(await service.graphql(query, key, { id: mine.course.id })).toEqual({
    data: { _entities: [{ name: 'Botany' }] },
  })
})

test('many records of a type take one statement', async () => {
  const references = [mine.course.id, theirs.course.id, missingId].map(course)
  expect(await statementsOf(() => entities(references, '... on Course { name }'))).toHaveLength(1)
})

test('a caller without a key or without courses:read is refused', async () => {
  const writer = await service.key({ scopes: ['courses:write'] })
  const refusals = await Promise.all([
    entities([course(mine.course.id)], '__typename', ''),
    entities([course(mine.course.id)], '__typename', writer),
    service.graphql('{ _service { sdl } }'),
    service.graphql('{ _service { sdl } }', writer),
  ])
  expect(refusals.map(({ data, errors }) => [data, errors[0].extensions.code])).toEqual([
    [null, 'unauthorized'],
    [null, 'forbidden'],
    [null, 'unauthorized'],
    [null, 'forbidden'],
  ])
})

test.each([
  ['no object', ['x'], 'representations.0', 'must be a JSON object'],
  ['no type', [{ id: missingId }], 'representations.0.__typename', 'must be one of Course, Module, Lesson, Block'],
  [
    'a type that is no entity',
    [{ __typename: 'Metadata', id: missingId }],
    'representations.0.__typename',
    'must be one of Course, Module, Lesson, Block',
  ],
  [
    'a type of that name in every object',
    [{ __typename: 'constructor', id: 'x' }],
    'representations.0.__typename',
    'must be one of Course, Module, Lesson, Block',
  ],
  ['no id', [course(missingId), { __typename: 'Course' }], 'representations.1.id', 'must be a string'],
  ['an id of another type', [{ __typename: 'Course', id: 5 }], 'representations.0.id', 'must be a string'],
  [
    'too many',
    Array.from({ length: 501 }, () => course(missingId)),
    'representations',
    'must have at most 500 entries',
  ],
])('references with %s are refused by name', async (_what, representations, path, message) => {
  const { errors } = await entities(representations)
  expect(errors[0].extensions).toEqual({ code: 'invalid_request', details: { fields: [{ path, message }] } })
})

test('the number of references counts for the complexity of the query', async () => {
  const references = (count: number) => Array.from({ length: count }, () => course(missingId))
  const selection = '... on Course { modules { lessons { id } } }'
  expect((await entities(references(40), selection)).errors).toBeUndefined()
  const { data, errors } = await entities(references(500), selection)
  expect([data, errors[0].extensions.details.limit]).toEqual([null, 'complexity'])
  expect((await entities([])).data._entities).toEqual([])
})
