import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Database } from '../../../src/platform/db/database.ts'
import { defineSqlStatement } from '../../../src/platform/db/statement.ts'
import { openSingleSessionDatabase } from '../../support/rows-read.ts'
import { readTenantTables } from '../../support/tenant-tables.ts'

let db: Database
beforeAll(async () => {
  // It is new: a database that other tests have used has larger tables.
  db = await openSingleSessionDatabase()
})
afterAll(() => db.close())

const assumptions = defineSqlStatement<{ name: string }>(
  'test_workspace_assumptions',
  `SELECT a.attrelid::regclass::text AS name FROM pg_attribute a
   WHERE a.attname = 'workspace_id' AND 'n_distinct=1' = ANY(a.attoptions)`,
)

test('for every table of a workspace, the planner assumes that all rows belong to the workspace', async () => {
  const names = (await db.sql.rows(assumptions, [])).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(await readTenantTables()))
})

const assumed = defineSqlStatement<{ name: string }>(
  'test_stored_assumptions',
  `SELECT s.tablename AS name FROM pg_stats s WHERE s.schemaname = 'public' AND s.attname = 'workspace_id' AND s.n_distinct = 1`,
)

test('the planner assumes so from the start, when the tables are empty', async () => {
  const names = (await db.sql.rows(assumed, [])).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['courses', 'modules', 'lessons', 'blocks', 'releases', 'trash']))
  expect(await db.prisma.workspace.count()).toBe(0)
})

describe.skipIf(inject('postgres'))('in the embedded database', () => {
  const counted = defineSqlStatement<{ rows: number }>(
    'test_counted_rows',
    `SELECT c.reltuples::float8 AS rows FROM pg_class c WHERE c.relname = 'course_tallies'`,
  )
  const add = (rows: number) =>
    db.prisma.$executeRawUnsafe(
      `INSERT INTO course_tallies (workspace_id, status, courses) SELECT gen_random_uuid(), 'draft', 1 FROM generate_series(1, ${rows})`,
    )

  test('a table that has become twice as large is analysed, one at a time', async () => {
    expect(await db.analyzeGrownTable?.()).toBeUndefined()
    await add(4000)
    expect(await db.analyzeGrownTable?.()).toBe('course_tallies')
    expect(await db.sql.rows(counted, [])).toEqual([{ rows: 4000 }])
    await add(1000)
    expect(await db.analyzeGrownTable?.()).toBeUndefined()
    await add(4000)
    expect(await db.analyzeGrownTable?.()).toBe('course_tallies')
  })
})
