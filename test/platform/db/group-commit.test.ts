import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import type { Database } from '../../../src/platform/db/database.ts'
import { defineSqlStatement } from '../../../src/platform/db/statement.ts'
import { disabledOptimizations } from '../../../src/platform/optimizations.ts'
import { freshDatabase } from '../../support/service.ts'

const createNotes = defineSqlStatement<never>('test_notes', 'CREATE TABLE notes (id int PRIMARY KEY, word text)')
let db: Database
beforeAll(async () => {
  ;({ db } = await freshDatabase())
  await db.sql.rows(createNotes, [])
})
afterAll(() => db.close())

type Note = { id: number; word: string; transaction: string }
const returning = 'RETURNING id, word, xmin::text AS transaction'
const add = defineSqlStatement<Note>('test_add', `INSERT INTO notes (id, word) VALUES ($1, $2) ${returning}`)
const change = defineSqlStatement<Note>('test_change', `UPDATE notes SET word = $2 WHERE id = $1 ${returning}`)
const all = defineSqlStatement<{ id: number; word: string }>(
  'test_all',
  'SELECT id, word FROM notes WHERE id / 100 = $1',
)
const connection = defineSqlStatement<{ pid: number }>('test_connection', 'SELECT pg_backend_pid() AS pid')
const prepared = defineSqlStatement<{ count: number }>(
  'test_prepared',
  'SELECT count(*)::int AS count FROM pg_prepared_statements',
)
const breakOff = defineSqlStatement<Note>('test_break_off', 'SELECT pg_terminate_backend(pg_backend_pid())')

const ids = (hundred: number, count: number) => Array.from({ length: count }, (_, index) => 100 * hundred + index)
const written = async (hundred: number) =>
  (await db.sql.rows(all, [hundred])).map(({ id, word }) => `${id} ${word}`).sort()

test('each grouped write returns its own rows, and is committed when it resolves', async () => {
  const answers = await Promise.all(ids(1, 60).map((id) => db.sql.write(add, [id, `word ${id}`])))
  expect(answers.map(([row]) => `${row!.id} ${row!.word}`)).toEqual(ids(1, 60).map((id) => `${id} word ${id}`))
  expect(await written(1)).toHaveLength(60)
  expect(await db.sql.write(change, [199, 'nobody'])).toEqual([])
})

test('a grouped write that fails rejects with its own error, and the other writes succeed', async () => {
  await db.sql.write(add, [205, 'first'])
  const told = await Promise.allSettled(ids(2, 10).map((id) => db.sql.write(add, [id, 'second'])))
  expect(told.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { message: expect.stringMatching(/duplicate key/), code: '23505' } },
  ])
  expect(told[5]!.status).toBe('rejected')
  expect(await written(2)).toEqual(ids(2, 10).map((id) => `${id} ${id === 205 ? 'first' : 'second'}`))
})

test('a write inside a transaction belongs to that transaction only', async () => {
  const undone = db.sql.transaction(async (tx) => {
    for (const id of ids(3, 5)) await tx.write(add, [id, 'undone'])
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
  expect(await written(3)).toEqual([])
})

describe.skipIf(!inject('postgres'))('on PostgreSQL', () => {
  test('a failed statement keeps its connection', async () => {
    await db.sql.rows(add, [700, 'there'])
    const before = await db.sql.rows(connection, [])
    for (let time = 0; time < 3; time++) {
      await expect(db.sql.rows(add, [700, 'again'])).rejects.toThrow(/duplicate key/)
      expect(await db.sql.rows(connection, [])).toEqual(before)
    }
  })

  test('writes of one turn of the event loop share one transaction', async () => {
    const answers = await Promise.all(ids(4, 20).map((id) => db.sql.write(add, [id, 'one'])))
    expect(new Set(answers.map(([row]) => row!.transaction)).size).toBe(1)
  })

  test.each([
    ['groupCommit', true],
    ['preparedBatches', false],
  ] as const)(
    'without %s, each write has a transaction of its own, and the results are the same',
    async (name, isPrepared) => {
      disabledOptimizations.add(name)
      onTestFinished(() => void disabledOptimizations.delete(name))
      const { db: plain } = await freshDatabase()
      onTestFinished(() => plain.close())
      await plain.sql.rows(createNotes, [])
      const answers = await Promise.all(ids(1, 20).map((id) => plain.sql.write(add, [id, 'one'])))
      expect(answers.map(([row]) => [row!.id, row!.word])).toEqual(ids(1, 20).map((id) => [id, 'one']))
      expect(new Set(answers.map(([row]) => row!.transaction)).size).toBe(20)
      const lists = await plain.sql.pipeline([
        [all, [1]],
        [all, [2]],
      ])
      expect(lists.map((rows) => rows.length)).toEqual([20, 0])
      const [row] = await plain.sql.rows(prepared, [])
      expect(row!.count > 0).toBe(isPrepared)
    },
  )

  test('the short lock time-out ends with the transaction', async () => {
    const patience = defineSqlStatement<{ of: string }>('test_patience', "SELECT current_setting('lock_timeout') AS of")
    await Promise.all(ids(8, 20).map((id) => db.sql.write(add, [id, 'one'])))
    const everywhere = await Promise.all(ids(0, 20).map(() => db.sql.rows(patience, [])))
    expect(everywhere).toEqual(Array(20).fill([{ of: '10s' }]))
  })

  test('a grouped write that waits for a row lock does not delay the others', async () => {
    await Promise.all(ids(5, 4).map((id) => db.sql.write(add, [id, 'before'])))
    const order: string[] = []
    const note = (name: string) => () => void order.push(name)
    await db.sql.transaction(async (tx) => {
      await tx.rows(change, [501, 'held'])
      const held = db.sql.write(change, [501, 'late']).then(note('the held one'))
      const others = [500, 502, 503].map((id) => db.sql.write(change, [id, 'at once']))
      await Promise.all(others).then(note('the others'))
      void held
    })
    await expect.poll(() => order, { timeout: 20_000 }).toEqual(['the others', 'the held one'])
    expect(await written(5)).toEqual(['500 at once', '501 late', '502 at once', '503 at once'])
  })

  test('a single write that waits for a row lock does not delay later writes', async () => {
    await Promise.all(ids(9, 2).map((id) => db.sql.write(add, [id, 'before'])))
    const order: string[] = []
    const note = (name: string) => () => void order.push(name)
    let held: Promise<unknown> | undefined
    await db.sql.transaction(async (tx) => {
      await tx.rows(change, [901, 'held'])
      held = db.sql.write(change, [901, 'late']).then(note('the held one'), note('the held one, in vain'))
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      await db.sql.write(change, [900, 'at once']).then(note('the later one'))
      expect(order).toEqual(['the later one'])
    })
    await held
    expect(order).toEqual(['the later one', 'the held one'])
  })

  test('after a lost connection all writes on it fail, and none runs again', async () => {
    const told = await Promise.allSettled([
      db.sql.write(add, [600, 'with it']),
      db.sql.write(breakOff, []),
      db.sql.write(add, [601, 'with it']),
    ])
    expect(told).toEqual(
      Array(3).fill({ status: 'rejected', reason: expect.objectContaining({ code: 'internal_error', status: 503 }) }),
    )
    expect(await written(6)).toEqual([])
  })
})
