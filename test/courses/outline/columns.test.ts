import { afterAll, beforeAll, expect, test } from 'vitest'
import { leanCourseFieldNames } from '../../../src/courses/outline/course-columns.ts'
import { openPublishGate } from '../../support/publish-gate.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { statementsOf } from '../../support/sql-recorder.ts'

let service: TestService
let key: string
let id: string
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  await openPublishGate(service)
  const course = {
    name: 'Botany',
    description: 'Plants',
    language: 'en',
    difficulty: 'beginner',
    durationMinutes: 90,
    objectives: ['Name five trees'],
    attributes: { shelf: 'B3' },
    slug: 'botany',
    modules: [{ name: 'M', objectives: ['Know M'], lessons: [{ name: 'L', objectives: ['Know L'] }] }],
  }
  id = (await service.rest('POST', '/courses', key, course)).body.data.id
  await service.rest('POST', `/courses/${id}/releases`, key, {})
})
afterAll(() => service.close())

const selections = [
  ...[...leanCourseFieldNames].map((name) => (name === 'modules' ? 'modules { name lessons { name } }' : name)),
  'metadata { createdAt updatedAt }',
]
/** A field that only the complete columns contain. */
const completing = 'hasUnpublishedChanges slug attributes objectives metadata { contentUpdatedAt }'

type Answer = Record<string, unknown>

const read = async (start: string, selection: string, end = '') =>
  (await service.graphql(`query ($id: ID!) { ${start} { ${selection} } ${end} }`, key, { id })).data

const ways: [name: string, read: (selection: string) => Promise<Answer>][] = [
  ['one course', async (selection) => (await read('course(id: $id)', selection)).course],
  [
    'a record by its id',
    async (selection) => (await read('nodes(ids: [$id]) { ... on Course', selection, '}')).nodes[0],
  ],
  ...['created', 'content_updated'].map((sort): (typeof ways)[number] => [
    `a page of courses by ${sort}`,
    async (selection) =>
      (
        await service.graphql(
          `query ($ids: [ID!]) { coursePage(sort: ${sort}, ids: $ids) { nextCursor items { ${selection} } } }`,
          key,
          { ids: [id] },
        )
      ).data.coursePage.items[0],
  ]),
]

test.each(ways)('%s has the same fields alone as with every other field', async (_name, readCourse) => {
  const all = await readCourse(`${selections.join(' ')} ${completing}`)
  expect(all).toMatchObject({ status: 'published', slug: 'botany', hasUnpublishedChanges: false, lessonCount: 1 })
  for (const selection of selections) {
    const alone = await readCourse(selection)
    expect(Object.values(alone)).not.toContain(undefined)
    expect(all).toMatchObject(alone)
  }
})

test('a query of the most common fields reads neither lists nor JSON of a course, module or lesson', async () => {
  const [lean] = await statementsOf(() => read('course(id: $id)', 'name status metadata { updatedAt }'))
  expect(lean).not.toMatch(/objectives|attributes|live_tree_version/)
  const [complete] = await statementsOf(() => read('course(id: $id)', 'name objectives'))
  expect(complete).toMatch(/objectives.*attributes.*live_tree_version/s)
  const tree = await statementsOf(() => read('course(id: $id)', 'modules { name lessons { name } }'))
  expect(tree.join()).not.toMatch(/objectives|attributes/)
  const { course } = await read('course(id: $id)', 'modules { objectives lessons { objectives } }')
  expect(course.modules).toEqual([{ objectives: ['Know M'], lessons: [{ objectives: ['Know L'] }] }])
})
