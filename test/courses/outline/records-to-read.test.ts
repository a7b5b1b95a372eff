import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxCourseRecords } from '../../../src/courses/outline/rules/course-size.ts'
import type { BoundSqlStatement, SqlRunner } from '../../../src/platform/db/statement.ts'
import { freshDatabase, startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let key: string
/** The highest number of rows that a statement has returned. */
let mostRows = 0

/** A database that notes how many rows its statements return. */
async function openCountingDatabase() {
  const { db } = await freshDatabase()
  const note = (rows: readonly unknown[]) => (mostRows = Math.max(mostRows, rows.length))
  const { rows, pipeline } = db.sql
  const counted: Pick<SqlRunner, 'rows' | 'pipeline'> = {
    rows: async (...of) => {
      const found = await rows(...of)
      note(found)
      return found
    },
    pipeline: async <Rows extends readonly unknown[]>(
      reads: readonly [...{ [K in keyof Rows]: BoundSqlStatement<Rows[K]> }],
      maxBytes?: number,
    ) => {
      const found = await pipeline<Rows>(reads, maxBytes)
      for (const result of found) note(result)
      return found
    },
  }
  return { ...db, sql: { ...db.sql, ...counted } }
}

beforeAll(async () => {
  service = await startTestService({ db: await openCountingDatabase() })
  key = await service.key()
})
afterAll(() => service.close())

test('a request reads at most 50,000 records and one more, and is then refused', async () => {
  const half = maxCourseRecords / 2 + 3
  const makeCourse = async () => {
    const modules = [{ name: 'Module', lessons: [{ name: 'Lesson' }] }]
    const { id } = (await service.rest('POST', '/courses', key, { name: 'Course', modules })).body.data
    const [module] = (await service.rest('GET', `/courses/${id}/tree`, key)).body.data.modules
    return { id: id as string, module: module.id as string, lesson: module.lessons[0].id as string }
  }
  const [one, other] = [await makeCourse(), await makeCourse()]
  for (const { id, lesson } of [one, other]) {
    // Without triggers, which would index the texts of the records.
    await service.db.prisma.$transaction(async (tx) => {
      await tx.$executeRawUnsafe('SET LOCAL session_replication_role = replica')
      await tx.$executeRawUnsafe(
        `INSERT INTO modules (workspace_id, course_id, id, name, "order")
         SELECT c.workspace_id, c.id, gen_random_uuid(), 'More', n FROM courses c, generate_series(1, ${half - 1}) n WHERE c.id = '${id}'`,
      )
      await tx.$executeRawUnsafe(
        `INSERT INTO blocks (workspace_id, course_id, lesson_id, id, type, content, "order")
         SELECT l.workspace_id, l.course_id, l.id, gen_random_uuid(), 'text', '{"text":""}', n FROM lessons l, generate_series(1, ${half}) n WHERE l.id = '${lesson}'`,
      )
    })
  }
  const idsOf = (level: 'id' | 'module' | 'lesson') => JSON.stringify([one[level], other[level]])
  for (const query of [
    `{ courses(ids: ${idsOf('id')}) { edges { node { modules { id } } } } }`,
    `{ courses(ids: ${idsOf('id')}) { edges { node { modules { lessonCount } } } } }`,
    `{ nodes(ids: ${idsOf('module')}) { ... on Module { lessons { blocks { id } } } } }`,
    `{ nodes(ids: ${idsOf('lesson')}) { ... on Lesson { blocks { id } } } }`,
  ]) {
    mostRows = 0
    const { errors } = await service.graphql(query, key)
    const { code, details } = errors[0].extensions
    expect([query, code, details]).toEqual([query, 'invalid_request', { limit: 'records', max: maxCourseRecords }])
    expect([query, mostRows]).toEqual([query, maxCourseRecords + 1])
  }
})
