import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Queries, statement } from '../../src/db/sql.ts'
import { readCoursePage } from '../../src/outline/courses.ts'
import { type House, makeHouse } from '../house.ts'
import { statementsOf } from '../statements.ts'

let house: House
let workspaceId: string
beforeAll(async () => {
  house = await makeHouse()
  workspaceId = await house.workspace()
  await run(
    house.db.sql,
    `INSERT INTO courses (id, workspace_id, name) SELECT gen_random_uuid(), '${workspaceId}', 'Course ' || n
     FROM generate_series(1, 20000) n`,
  )
  await run(house.db.sql, 'ANALYZE courses')
})
afterAll(() => house.close())

let runs = 0
const run = <Row>(sql: Queries, text: string) => sql.rows(statement<Row>(`test_far_${runs++}`, text), [])

const pageAt = (page: number) => readCoursePage(house.db.sql, workspaceId, {}, { page, perPage: 20 })

test('a page far down is the same slice of the list as one near its beginning, with the total', async () => {
  const ids = await house.db.prisma.course.findMany({
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
  const plan = await house.db.sql.transaction(async (tx) => {
    await run(tx, 'SET LOCAL plan_cache_mode = force_generic_plan')
    await run(tx, `PREPARE far (uuid, bigint, bigint) AS ${text}`)
    return run<Record<string, string>>(tx, `EXPLAIN EXECUTE far ('${workspaceId}', 20, 19980)`)
  })
  const lines = plan.map((row) => Object.values(row)[0]).join('\n')
  expect(lines).toContain('Index Only Scan using courses_workspace_id_id_idx')
  expect(lines).toContain('Index Only Scan Backward using courses_workspace_id_id_idx')
  expect(lines).not.toContain('Seq Scan on courses')
})
