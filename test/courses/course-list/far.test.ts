import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCoursePage } from '../../../src/courses/course-list/reads/course-list.ts'
import { defineSqlStatement, type SqlRunner } from '../../../src/platform/db/statement.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { statementsOf } from '../../support/sql-recorder.ts'

let service: TestService
let workspaceId: string
beforeAll(async () => {
  service = await startTestService()
  workspaceId = await service.workspace()
  await run(
    service.db.sql,
    `INSERT INTO courses (id, workspace_id, name) SELECT gen_random_uuid(), '${workspaceId}', 'Course ' || n
     FROM generate_series(1, 20000) n`,
  )
  // The rows of earlier tests are deleted, and still take space in the indexes. The planner would choose another plan.
  await run(service.db.sql, 'REINDEX TABLE courses')
  await run(service.db.sql, 'VACUUM ANALYZE courses')
})
afterAll(() => service.close())

let runs = 0
const run = <Row>(sql: SqlRunner, text: string) => sql.rows(defineSqlStatement<Row>(`test_far_${runs++}`, text), [])

const pageAt = (page: number) =>
  readCoursePage(service.db.sql, { workspaceId, filter: {}, sort: 'created' }, { limit: 20, offset: 20 * (page - 1) })

test('a page far down is the same slice of the list as one near its beginning, with the total', async () => {
  const ids = await service.db.prisma.course.findMany({
    where: { workspaceId },
    orderBy: { id: 'desc' },
    select: { id: true },
  })
  for (const page of [1, 2, 499, 500, 501, 502, 999, 1000, 1001, 5000]) {
    const { items, total } = await pageAt(page)
    expect(total).toBe(20_000)
    expect(items.map(({ id }) => id)).toEqual(ids.slice(20 * (page - 1), 20 * page).map(({ id }) => id))
  }
})

test('a page far down is planned, once for all values, without reading the whole table', async () => {
  const [text] = await statementsOf(() => pageAt(1000))
  const plan = await service.db.sql.transaction(async (tx) => {
    await run(tx, 'SET LOCAL plan_cache_mode = force_generic_plan')
    await run(tx, `PREPARE far (uuid, bigint, bigint) AS ${text}`)
    return run<Record<string, string>>(tx, `EXPLAIN EXECUTE far ('${workspaceId}', 19980, 20)`)
  })
  const lines = plan.map((row) => Object.values(row)[0]).join('\n')
  expect(lines).toContain('Index Only Scan using courses_unarchived')
  expect(lines).toContain('Index Only Scan Backward using courses_unarchived')
  expect(lines).not.toContain('Seq Scan on courses')
})
