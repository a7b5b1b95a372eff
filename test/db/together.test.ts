import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/db/client.ts'
import { type Queries, statement } from '../../src/db/sql.ts'
import { freshDatabase } from '../house.ts'

let db: Database
beforeAll(async () => {
  ;({ db } = await freshDatabase())
})
afterAll(() => db.close())

const upTo = statement<{ n: number }>('test_up_to', 'SELECT n FROM generate_series(1, $1::int) n')
const word = statement<{ word: string | null }>('test_word', 'SELECT $1::text AS word')
const none = statement<never>('test_none', 'SELECT 1 AS one WHERE false')
const failing = statement<never>('test_failing', 'SELECT 1 / $1::int AS quotient')

const several = (sql: Queries) =>
  sql.together([
    [upTo, [3]],
    [none, []],
    [word, ['é 文 🎓']],
    [upTo, [1]],
  ])
const answers = [[{ n: 1 }, { n: 2 }, { n: 3 }], [], [{ word: 'é 文 🎓' }], [{ n: 1 }]]

test('each statement has its own rows, the same statement twice, prepared already or not', async () => {
  // As often as connections may have to prepare them.
  for (let time = 0; time < 12; time++) expect(await several(db.sql)).toEqual(answers)
  expect(await Promise.all(Array.from({ length: 20 }, () => several(db.sql)))).toEqual(Array(20).fill(answers))
})

test('nothing asked is nothing answered', async () => {
  expect(await db.sql.together([])).toEqual([])
})

test('in a transaction they see what it has written', async () => {
  const found = await db.sql.transaction(async (tx) => {
    await tx.rows(statement<never>('test_make', 'CREATE TEMPORARY TABLE made AS SELECT 7 AS n'), [])
    return tx.together([
      [statement<{ n: number }>('test_made', 'SELECT n FROM made'), []],
      [word, [null]],
    ])
  })
  expect(found).toEqual([[{ n: 7 }], [{ word: null }]])
})

test('where one fails, all do, and the connections go on', async () => {
  for (let time = 0; time < 12; time++) {
    await expect(
      db.sql.together([
        [word, ['before']],
        [failing, [0]],
        [upTo, [2]],
      ]),
    ).rejects.toThrow(/division by zero/)
    expect(await several(db.sql)).toEqual(answers)
  }
})
