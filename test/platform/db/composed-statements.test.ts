import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineSqlComposer, listSampleSqlStatements } from '../../../src/platform/db/composed-statements.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { maxComposedStatements } from '../../../src/platform/db/prepared-query.ts'
import { defineSqlStatement, type SqlRunner } from '../../../src/platform/db/statement.ts'
import { freshDatabase } from '../../support/service.ts'

let db: Database
beforeAll(async () => {
  ;({ db } = await freshDatabase())
})
afterAll(() => db.close())

const sumOf = defineSqlComposer<number[], { sum: number }>(
  'test_sum',
  (numbers, bind) => `SELECT ${numbers.map((number) => `${bind(number)}::int`).join(' + ')} AS sum`,
  () => [[1], [1, 2], [3, 4]],
)
const prepared = defineSqlStatement<{ name: string; uses: number }>(
  'test_prepared',
  `SELECT name, (generic_plans + custom_plans)::int AS uses FROM pg_prepared_statements WHERE name LIKE 'test_sum%'`,
)
const failing = defineSqlStatement<never>('test_composed_failing', 'SELECT 1 / $1::int AS quotient')

/** A sum of so many numbers has a text of its own. */
const numbersOf = (count: number) => Array.from({ length: count }, (_, index) => index)
const nameOf = (count: number) => sumOf(numbersOf(count))[0].name
async function expectSum(sql: SqlRunner, count: number): Promise<void> {
  expect(await sql.rows(...sumOf(numbersOf(count)))).toEqual([{ sum: (count * (count - 1)) / 2 }])
}

test('requests with the same parts share a statement, whatever their values are', () => {
  const [statement, values] = sumOf([1, 2])
  expect([statement.text, values]).toEqual(['SELECT $1::int + $2::int AS sum', [1, 2]])
  expect(sumOf([3, 4])[0]).toEqual(statement)
  expect(nameOf(3)).not.toBe(statement.name)
  const samples = listSampleSqlStatements().filter(({ composer }) => composer === 'test_sum')
  expect(samples.map(({ text }) => text)).toEqual(['SELECT $1::int AS sum', statement.text])
})

test('a connection keeps those composed statements prepared that it used last', async () => {
  await db.sql.transaction(async (tx) => {
    for (let count = 1; count <= maxComposedStatements + 10; count++) {
      await expectSum(tx, count)
      await expectSum(tx, 1)
    }
    const statements = await tx.rows(prepared, [])
    expect(statements).toHaveLength(maxComposedStatements)
    // It was used again and again, and prepared once.
    expect(statements).toContainEqual({ name: nameOf(1), uses: maxComposedStatements + 11 })
    expect(statements.map(({ name }) => name)).not.toContain(nameOf(2))
    await expectSum(tx, 2)
    expect((await tx.rows(prepared, [])).map(({ name }) => name)).toContain(nameOf(2))
  })
})

test('a statement that fails leaves no composed statement behind that would be prepared twice', async () => {
  for (let count = 1; count <= maxComposedStatements + 10; count++) {
    const reads = [[failing, [0]], sumOf(numbersOf(count))] as const
    await expect(db.sql.pipeline(reads)).rejects.toMatchObject({ code: '22012' })
  }
  for (const _round of [1, 2])
    for (let count = 1; count <= maxComposedStatements + 10; count++) await expectSum(db.sql, count)
})

test('values that cannot be sent leave the statements as they are', async () => {
  const circular: { self?: unknown } = {}
  circular.self = circular
  for (let count = 1; count <= maxComposedStatements + 10; count++) {
    await expect(db.sql.rows(...sumOf([...numbersOf(count), circular as never]))).rejects.toThrow('circular')
    await expectSum(db.sql, count)
  }
})
