import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeSameTurnReadCombiner } from '../../../src/platform/db/combined-reads.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { maxResultBytes, ResultTooLargeError } from '../../../src/platform/db/result-size.ts'
import { type BoundSqlStatement, defineSqlStatement, type SqlRunner } from '../../../src/platform/db/statement.ts'
import { disabledOptimizations } from '../../../src/platform/optimizations.ts'
import { freshDatabase } from '../../support/service.ts'

let db: Database
beforeAll(async () => {
  ;({ db } = await freshDatabase())
})
afterAll(() => db.close())

const double = defineSqlStatement<{ result: number }>('test_double', 'SELECT 2 * $1::int AS result')
const divide = defineSqlStatement<{ result: number }>('test_divide', 'SELECT 12 / $1::int AS result')
const repeat = defineSqlStatement<{ text: string }>('test_repeat', "SELECT repeat('x', $1::int) AS text")

/** A runner that also notes how many statements each round trip has. */
function makeCountingRunner() {
  const roundTrips: number[] = []
  const { rows, pipeline } = db.sql
  const sql: SqlRunner = {
    ...db.sql,
    rows: (...read) => {
      roundTrips.push(1)
      return rows(...read)
    },
    pipeline: ((reads: readonly BoundSqlStatement[]) => {
      roundTrips.push(reads.length)
      return pipeline(reads)
    }) as SqlRunner['pipeline'],
  }
  return { read: makeSameTurnReadCombiner(sql), roundTrips }
}

test('reads of one turn of the event loop share round trips of at most eight reads, and each gets its own rows', async () => {
  const { read, roundTrips } = makeCountingRunner()
  const numbers = Array.from({ length: 17 }, (_, index) => index)
  const found = await Promise.all(numbers.map((number) => read(double, [number])))
  expect(found).toEqual(numbers.map((number) => [{ result: 2 * number }]))
  expect(roundTrips).toEqual([8, 8, 1])
})

test('without combinedReads, each read has a round trip of its own', async () => {
  disabledOptimizations.add('combinedReads')
  onTestFinished(() => void disabledOptimizations.delete('combinedReads'))
  const { read, roundTrips } = makeCountingRunner()
  expect(await Promise.all([read(double, [1]), read(double, [2])])).toEqual([[{ result: 2 }], [{ result: 4 }]])
  expect(roundTrips).toEqual([1, 1])
})

test('reads of different turns have different round trips', async () => {
  const { read, roundTrips } = makeCountingRunner()
  await read(double, [1])
  await read(double, [2])
  expect(roundTrips).toEqual([1, 1])
})

test('if one read is refused, the other reads of its round trip fail with it, and later reads succeed', async () => {
  const { read } = makeCountingRunner()
  const settled = await Promise.allSettled([read(divide, [3]), read(divide, [0]), read(divide, [4])])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await read(divide, [4])).toEqual([{ result: 3 }])
})

test('reads whose rows are too large together are repeated one by one, and only those that are too large fail', async () => {
  const { read, roundTrips } = makeCountingRunner()
  const half = Math.ceil(maxResultBytes / 2)
  const [first, second, tooLarge] = await Promise.allSettled([
    read(repeat, [half]),
    read(repeat, [half]),
    read(repeat, [2 * half + 2]),
  ])
  const lengths = [first, second].map((one) => (one!.status === 'fulfilled' ? one!.value[0]!.text.length : undefined))
  expect(lengths).toEqual([half, half])
  expect(tooLarge).toMatchObject({ status: 'rejected', reason: expect.any(ResultTooLargeError) })
  expect(roundTrips).toEqual([3, 1, 1, 1])
})
