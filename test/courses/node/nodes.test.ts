import { GraphQLID, getNullableType, isObjectType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { graphqlSchema } from '../../../src/server/schema.ts'
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

const names = { course: 'Course', module: 'Module', lesson: 'Lesson', block: 'Block' } as const
const levels = Object.keys(names) as (keyof typeof names)[]
const idsOf = (tree: CourseTree) => levels.map((level) => tree[level].id)

const node = (id: string, selection: string) =>
  service.graphql(`query ($id: ID!) { node(id: $id) { __typename id ${selection} } }`, key, { id })
const nodes = (ids: unknown, selection = '__typename id') =>
  service.graphql(`query ($ids: [ID!]!) { nodes(ids: $ids) { ${selection} } }`, key, { ids })

test.each(levels)('a %s is read by its id alone, as the query for its type reads it', async (level) => {
  const fields = level === 'block' ? 'type content order version' : 'name description version'
  const { id } = mine[level]
  const { data } = await node(id, `... on ${names[level]} { ${fields} }`)
  const own = await service.graphql(`query ($id: ID!) { ${level}(id: $id) { id ${fields} } }`, key, { id })
  expect(data.node).toEqual({ __typename: names[level], ...own.data[level] })
  expect((await node(id.toUpperCase(), '')).data.node).toEqual({ __typename: names[level], id })
})

test('several records are read in the order of their ids, with null for what is missing, malformed or foreign', async () => {
  const [course, module, lesson, block] = idsOf(mine) as [string, string, string, string]
  const ids = [block, missingId, course, 'x', '', lesson, theirs.course.id, theirs.block.id, module, block]
  const typed = (type: string, id: string) => ({ __typename: type, id })
  expect(await nodes(ids)).toEqual({
    data: {
      nodes: [
        typed('Block', block),
        null,
        typed('Course', course),
        null,
        null,
        typed('Lesson', lesson),
        null,
        null,
        typed('Module', module),
        typed('Block', block),
      ],
    },
  })
  expect(await nodes([])).toEqual({ data: { nodes: [] } })
})

test.each([missingId, 'x', '', '\0', "' OR 1=1--"])('the id %j answers null without an error', async (id) => {
  expect(await node(id, '')).toEqual({ data: { node: null } })
})

test('another workspace’s record answers null without an error', async () => {
  for (const id of idsOf(theirs)) expect(await node(id, '')).toEqual({ data: { node: null } })
})

test('a hundred ids are taken, more and other types are refused', async () => {
  const ids = (count: number) => Array.from({ length: count }, () => missingId)
  expect((await nodes(ids(100))).data.nodes).toHaveLength(100)
  expect((await nodes(ids(101))).errors[0].extensions).toEqual({
    code: 'invalid_request',
    details: { fields: [{ path: 'ids', message: 'must have at most 100 entries' }] },
  })
  expect((await nodes([5.5])).errors[0].extensions.details.fields).toEqual([
    { path: 'ids.0', message: 'must be a string' },
  ])
  expect((await nodes(null)).errors[0].extensions.code).toBe('invalid_request')
})

test('reading records of all types takes 4 statements, and whole courses one more for each level and one for the versions', async () => {
  const count = async (selection: string) => {
    const statements = await statementsOf(() => nodes(idsOf(mine), selection))
    return statements.length
  }
  expect(await count('__typename id')).toBe(4)
  expect(await count('... on Course { modules { lessons { blocks { id content } } } }')).toBe(8)
  expect(await count('... on Module { lessons { blocks { id } } } ... on Lesson { blocks { id } }')).toBe(11)
  expect(await statementsOf(() => nodes(['x']))).toEqual([])
})

test('repeated queries by id answer the same when they are compiled', async () => {
  const selection =
    '__typename ... on Course { name modules { name lessons { blocks { content } } } } ... on Block { content }'
  const first = await nodes(idsOf(mine), selection)
  expect(first.data.nodes[0].modules[0].lessons[0].blocks[0].content).toEqual(first.data.nodes[3].content)
  for (let count = 0; count < 4; count++) expect(await nodes(idsOf(mine), selection)).toEqual(first)
})

test('only records and workspaces have a field id of the type ID, so that no two types share an id', () => {
  const identified = Object.values(graphqlSchema.getTypeMap())
    .filter((type) => isObjectType(type) && type.getFields().id)
    .filter((type) => isObjectType(type) && getNullableType(type.getFields().id!.type) === GraphQLID)
  expect(identified.map(({ name }) => name).sort()).toEqual([
    'Asset',
    'Block',
    'Course',
    'Lesson',
    'Module',
    'Workspace',
  ])
})

test('what tells of a record has its id under another name too', async () => {
  const tree = `courseTree(id: $id) { id courseId modules { id moduleId lessons { id lessonId blocks { id } } } }`
  const { data } = await service.graphql(
    `query ($id: ID!) { ${tree} courseReading(id: $id) { id courseId } searchContent(query: "plants") { items { id recordId path { id recordId } } } }`,
    key,
    { id: mine.course.id },
  )
  const [course, module, lesson] = idsOf(mine)
  expect(data.courseTree).toMatchObject({
    id: course,
    courseId: course,
    modules: [{ id: module, moduleId: module, lessons: [{ id: lesson, lessonId: lesson }] }],
  })
  expect(data.courseReading).toEqual({ id: course, courseId: course })
  for (const hit of data.searchContent.items) expect(hit.recordId).toBe(hit.id)
  const own = await createCourseTree(service, key)
  const deleted = await service.graphql('mutation ($id: ID!) { deleteCourse(id: $id) { id deletedId } }', key, {
    id: own.course.id,
  })
  expect(deleted.data.deleteCourse).toEqual({ id: own.course.id, deletedId: own.course.id })
})
