import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BoundSqlStatement, SqlRunner } from '../../../src/platform/db/statement.ts'
import { type CourseTree, createCourseTree } from '../../support/course-fixture.ts'
import { freshDatabase, startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
let tree: CourseTree
/** What to do after a statement outside of a transaction, how often, and how often that was done. */
let interruption: { write: () => Promise<unknown>; times: number } | undefined
let written = 0

/** Scheduled jobs run statements too, at any time. */
const isReadOfRecords = (name: string) => /^(courses|modules|lessons|blocks|course_versions)_/.test(name)

async function interrupt(): Promise<void> {
  if (!interruption || interruption.times === 0) return
  const { write, times } = interruption
  interruption = undefined
  await write()
  written++
  interruption = { write, times: times - 1 }
}

beforeAll(async () => {
  const { db } = await freshDatabase()
  const { rows } = db.sql
  const interrupted = async (...read: BoundSqlStatement) => {
    const found = await rows(...read)
    if (isReadOfRecords(read[0].name)) await interrupt()
    return found
  }
  const pipeline = async (reads: readonly BoundSqlStatement[]) => {
    const results: unknown[][] = []
    for (const read of reads) results.push(await interrupted(...read))
    return results
  }
  const sql = { ...db.sql, rows: interrupted as SqlRunner['rows'], pipeline: pipeline as SqlRunner['pipeline'] }
  service = await startTestService({ db: { ...db, sql } })
  key = await service.key()
  tree = await createCourseTree(service, key, 'Text 0')
  await createCourseTree(service, key, 'Other')
  await writeText()
})
afterAll(() => service.close())
beforeEach(() => {
  interruption = undefined
  written = 0
})

/** Writes one text into the course, the module, the lesson and the block in one request. */
async function writeText() {
  const text = `Text ${++texts}`
  const block = { id: tree.block.id, type: 'text', content: { text } }
  const lesson = { id: tree.lesson.id, name: text, blocks: [block] }
  const body = { name: text, modules: [{ id: tree.module.id, name: text, lessons: [lesson] }] }
  const { status } = await service.rest('PUT', `/courses/${tree.course.id}/tree`, key, body)
  expect(status).toBe(200)
}
let texts = 0

const blocks = 'blocks { content }'
const lessons = `lessons { name ${blocks} }`
const modules = `modules { name ${lessons} }`

/** Returns all names and texts of a response, without those of the other course. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]) =>
    field === 'name' || field === 'text' ? [inner as string] : textsIn(inner),
  )
}
const isOfTree = (text: string) => /^Text \d+$/.test(text)

const graphql = (query: string) => async () => {
  const ids = { course: tree.course.id, module: tree.module.id, lesson: tree.lesson.id }
  const { data, errors } = await service.graphql(
    query.replace(/\$(\w+)/g, (_, name) => ids[name as 'course']),
    key,
  )
  expect(errors).toBeUndefined()
  return data as unknown
}

const reads: [string, number, () => Promise<unknown>][] = [
  ['course', 4, graphql(`{ course(id: "$course") { name ${modules} } }`)],
  ['courses', 4, graphql(`{ courses { edges { node { name ${modules} } } } }`)],
  ['courses of a search', 4, graphql(`{ courses(search: "Text") { edges { node { name ${modules} } } } }`)],
  ['courses by time', 4, graphql(`{ courses(sort: content_updated) { edges { node { name ${modules} } } } }`)],
  ['coursePage', 4, graphql(`{ coursePage { items { name ${modules} } } }`)],
  ['coursePage without blocks', 3, graphql('{ coursePage { items { name modules { name lessons { name } } } } }')],
  ['node of a course', 4, graphql(`{ node(id: "$course") { ... on Course { name ${modules} } } }`)],
  ['node of a module', 3, graphql(`{ node(id: "$module") { ... on Module { name ${lessons} } } }`)],
  ['nodes of a lesson', 2, graphql(`{ nodes(ids: ["$lesson"]) { ... on Lesson { name ${blocks} } } }`)],
  ['module', 3, graphql(`{ module(id: "$module") { name ${lessons} } }`)],
  ['module without blocks', 2, graphql('{ module(id: "$module") { name lessons { name } } }')],
  ['lesson', 2, graphql(`{ lesson(id: "$lesson") { name ${blocks} } }`)],
  ['modulePage', 3, graphql(`{ modulePage(courseId: "$course") { items { name ${lessons} } } }`)],
  ['lessonPage', 2, graphql(`{ lessonPage(moduleId: "$module") { items { name ${blocks} } } }`)],
  [
    'GET /lessons/{lessonId}?include=blocks',
    2,
    async () => (await service.rest('GET', `/lessons/${tree.lesson.id}?include=blocks`, key)).body.data,
  ],
]

test.each(reads)('%s is of one version beside a writer', async (_name, count, read) => {
  for (const times of [1, 2, 5, 50]) {
    interruption = { write: writeText, times }
    written = 0
    const found = textsIn(await read()).filter(isOfTree)
    expect(written).toBeGreaterThan(0)
    expect(found).toHaveLength(count)
    expect(new Set(found).size).toBe(1)
  }
})

test('cursors stay those of the list if a course of the page changes meanwhile', async () => {
  await writeText()
  const query = `{ courses(sort: content_updated, first: 1) { edges { cursor node { name ${modules} } } pageInfo { endCursor hasNextPage } } }`
  const list = async () => ((await graphql(query)()) as { courses: { edges: [{ cursor: string }] } }).courses
  const first = await list()
  interruption = { write: writeText, times: 1 }
  const beside = await list()
  expect(written).toBe(1)
  expect(beside.edges[0].cursor).toBe(first.edges[0].cursor)
  expect(beside).toMatchObject({ pageInfo: { endCursor: first.edges[0].cursor, hasNextPage: true } })
})

test('a course that is deleted meanwhile is left out, and the page info stays', async () => {
  const gone = await createCourseTree(service, key, 'Gone')
  interruption = { write: () => service.rest('DELETE', `/courses/${gone.course.id}`, key), times: 1 }
  const query = `{ courses(first: 1) { edges { node { name ${modules} } } pageInfo { hasNextPage } } }`
  expect(await graphql(query)()).toEqual({ courses: { edges: [], pageInfo: { hasNextPage: true } } })
})
