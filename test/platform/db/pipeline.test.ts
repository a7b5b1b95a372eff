import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../src/platform/db/database.ts'
import { defineSqlStatement, type SqlRunner } from '../../../src/platform/db/statement.ts'
import { freshDatabase } from '../../support/service.ts'

let db: Database
beforeAll(async () => {
  ;({ db } = await freshDatabase())
})
afterAll(() => db.close())

const upTo = defineSqlStatement<{ n: number }>('test_up_to', 'SELECT n FROM generate_series(1, $1::int) n')
const word = defineSqlStatement<{ word: string | null }>('test_word', 'SELECT $1::text AS word')
const none = defineSqlStatement<never>('test_none', 'SELECT 1 AS one WHERE false')
const failing = defineSqlStatement<never>('test_failing', 'SELECT 1 / $1::int AS quotient')

const several = (sql: SqlRunner) =>
  sql.pipeline([
    [upTo, [3]],
    [none, []],
    [word, ['é 文 🎓']],
    [upTo, [1]],
  ])
const answers = [[{ n: 1 }, { n: 2 }, { n: 3 }], [], [{ word: 'é 文 🎓' }], [{ n: 1 }]]

test('a pipeline returns the rows of each statement, also of the same statement twice', async () => {
  // As often as connections may have to prepare them.
  for (let time = 0; time < 12; time++) expect(await several(db.sql)).toEqual(answers)
  expect(await Promise.all(Array.from({ length: 20 }, () => several(db.sql)))).toEqual(Array(20).fill(answers))
})

test('an empty pipeline returns no rows', async () => {
  expect(await db.sql.pipeline([])).toEqual([])
})

test('a pipeline in a transaction sees the writes of that transaction', async () => {
  const found = await db.sql.transaction(async (tx) => {
    await tx.rows(defineSqlStatement<never>('test_make', 'CREATE TEMPORARY TABLE made AS SELECT 7 AS n'), [])
    return tx.pipeline([
      [defineSqlStatement<{ n: number }>('test_made', 'SELECT n FROM made'), []],
      [word, [null]],
    ])
  })
  expect(found).toEqual([[{ n: 7 }], [{ word: null }]])
})

test('a pipeline with a failing statement rejects, and the connections stay usable', async () => {
  for (let time = 0; time < 12; time++) {
    await expect(
      db.sql.pipeline([
        [word, ['before']],
        [failing, [0]],
        [upTo, [2]],
      ]),
    ).rejects.toThrow(/division by zero/)
    expect(await several(db.sql)).toEqual(answers)
  }
})
