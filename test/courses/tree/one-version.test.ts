import { expect, test } from 'vitest'
import { type ReadAttemptResult, readRecordsAtOneCourseVersion } from '../../../src/courses/tree/reads/one-version.ts'
import type { TransactionalSqlRunner } from '../../../src/platform/db/sql.ts'
import type { SqlRunner } from '../../../src/platform/db/statement.ts'

type Row = { id: string; from: string }

/**
 * Reads rows while other requests change the courses: `changedBy` has the ids that change during each attempt. A row
 * whose id begins with `deleted` is gone after its first change.
 */
function makeReader(changedBy: readonly string[][]) {
  const steps: string[] = []
  let attempts = 0
  const deleted = new Set<string>()
  const tx = {} as SqlRunner
  const sql = {
    transaction: (work: (tx: SqlRunner) => Promise<unknown>) => {
      steps.push('begin')
      return work(tx).finally(() => steps.push('end'))
    },
  } as unknown as TransactionalSqlRunner
  const read = async (runner: SqlRunner, ids: readonly string[]): Promise<ReadAttemptResult<Row>> => {
    const from = runner === tx ? 'lock' : `attempt ${attempts}`
    steps.push(`read ${ids.join(' ')}`)
    const changedIds = runner === tx ? [] : (changedBy[attempts++] ?? []).filter((id) => ids.includes(id))
    const rows = ids.filter((id) => !deleted.has(id)).map((id) => ({ id, from }))
    for (const id of changedIds) if (id.startsWith('deleted')) deleted.add(id)
    return { rows, changedIds }
  }
  const lock = async (runner: SqlRunner, id: string) => {
    expect(runner).toBe(tx)
    steps.push(`lock ${id}`)
  }
  return { steps, sql, tx, reader: { read, lock } }
}

test('rows that changed during an attempt are read again, and the others are not', async () => {
  const { steps, sql, reader } = makeReader([['b', 'c'], ['c']])
  const found = await readRecordsAtOneCourseVersion(sql, ['a', 'b', 'c'], reader, { maxAttempts: 3 })
  expect(steps).toEqual(['read a b c', 'read b c', 'read c'])
  expect([...found.values()]).toEqual([
    { id: 'a', from: 'attempt 0' },
    { id: 'b', from: 'attempt 1' },
    { id: 'c', from: 'attempt 2' },
  ])
})

test('rows that change in every attempt are locked and read in a transaction each, or in the open one', async () => {
  const { steps, sql, tx, reader } = makeReader([
    ['a', 'b'],
    ['a', 'b'],
  ])
  const found = await readRecordsAtOneCourseVersion(sql, ['a', 'b'], reader, { maxAttempts: 2 })
  const locked = ['begin', 'lock a', 'read a', 'end', 'begin', 'lock b', 'read b', 'end']
  expect(steps).toEqual(['read a b', 'read a b', ...locked])
  expect([...found.values()].map(({ from }) => from)).toEqual(['lock', 'lock'])
  steps.length = 0
  await readRecordsAtOneCourseVersion(tx, ['a'], reader, { maxAttempts: 0 })
  expect(steps).toEqual(['lock a', 'read a'])
})

test('a row that is deleted after an attempt during which it changed is not found', async () => {
  for (const maxAttempts of [1, 2]) {
    const { sql, reader } = makeReader([['deleted']])
    const found = await readRecordsAtOneCourseVersion(sql, ['a', 'deleted'], reader, { maxAttempts })
    expect([...found.keys()]).toEqual(['a'])
  }
})
