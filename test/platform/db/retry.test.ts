import { describe, expect, inject, onTestFinished, test } from 'vitest'
import type { TransactionalSqlRunner } from '../../../src/platform/db/sql.ts'
import { defineSqlStatement } from '../../../src/platform/db/statement.ts'
import { freshDatabase, serviceForTest } from '../../support/service.ts'

const attempt = defineSqlStatement<{ tries: number }>('attempt', 'SELECT attempt($1) AS tries')
const append = defineSqlStatement<never>(
  'test_append_to_name',
  'UPDATE courses c SET name = c.name || $3 WHERE c.workspace_id = $1 AND c.id = $2',
)
const tries = defineSqlStatement<{ last: number }>('tries', 'SELECT last_value::int AS last FROM tries')

/** A database with a function that fails with the code until it has been called so often. A sequence is not taken back. */
async function failing(code: string): Promise<TransactionalSqlRunner> {
  const { db } = await freshDatabase()
  onTestFinished(() => db.close())
  const scripts = [
    // The tests on a cluster share their database.
    'DROP SEQUENCE IF EXISTS tries',
    'CREATE SEQUENCE tries',
    `CREATE OR REPLACE FUNCTION attempt(enough int) RETURNS int LANGUAGE plpgsql AS $$
     DECLARE n int := nextval('tries');
     BEGIN
       IF n < enough THEN RAISE EXCEPTION 'again' USING ERRCODE = '${code}'; END IF;
       RETURN n;
     END $$`,
  ]
  for (const [index, script] of scripts.entries())
    await db.sql.rows(defineSqlStatement<never>(`make_${index}`, script), [])
  return db.sql
}

const ways = {
  'a statement': (sql: TransactionalSqlRunner, enough: number) => sql.rows(attempt, [enough]),
  'several together': async (sql: TransactionalSqlRunner, enough: number) =>
    (await sql.pipeline([[attempt, [enough]]]))[0],
  'a write': (sql: TransactionalSqlRunner, enough: number) => sql.write(attempt, [enough]),
  'a transaction': (sql: TransactionalSqlRunner, enough: number) => sql.transaction((tx) => tx.rows(attempt, [enough])),
}

describe.skipIf(!inject('postgres'))('what PostgreSQL gave up for another', () => {
  for (const [way, run] of Object.entries(ways)) {
    test.each(['40001', '40P01'])(`${way} is retried after SQLSTATE %s, at most ten times`, async (code) => {
      const sql = await failing(code)
      expect(await run(sql, 3)).toEqual([{ tries: 3 }])
      await expect(run(sql, 100)).rejects.toMatchObject({ code })
      expect(await sql.rows(tries, [])).toEqual([{ last: 13 }])
    })
  }

  test('a statement that fails with another SQLSTATE is not retried', async () => {
    const sql = await failing('22023')
    for (const run of Object.values(ways)) await expect(run(sql, 100)).rejects.toMatchObject({ code: '22023' })
    expect(await sql.rows(tries, [])).toEqual([{ last: Object.keys(ways).length }])
  })

  test('of two transactions that wait for each other, one runs again, and both are committed', async () => {
    const service = await serviceForTest()
    const { sql } = service.db
    const workspaceId = await service.workspace()
    const key = await service.key({ workspaceId })
    const make = async () => (await service.rest('POST', '/courses', key, { name: '-' })).body.data.id as string
    const courses = [await make(), await make()] as const
    let runs = 0
    const both = Promise.withResolvers<void>()
    const rename = (name: string, [first, second]: readonly [string, string]) =>
      sql.transaction(async (tx) => {
        await tx.rows(append, [workspaceId, first, name])
        if (++runs === 2) both.resolve()
        await both.promise
        await tx.rows(append, [workspaceId, second, name])
      })
    await Promise.all([rename('A', courses), rename('B', [courses[1], courses[0]])])
    expect(runs).toBeGreaterThan(2)
    const names = (await service.rest('GET', '/courses', key)).body.data.map(({ name }: { name: string }) => name)
    expect(names[0]).toBe(names[1])
    expect(['-AB', '-BA']).toContain(names[0])
  })
})
