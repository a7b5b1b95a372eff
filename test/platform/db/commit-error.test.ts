import { expect, inject, onTestFinished, test } from 'vitest'
import { defineSqlStatement } from '../../../src/platform/db/statement.ts'
import { freshDatabase } from '../../support/service.ts'

// A deferred constraint fails after the statement has completed, as a commit on a full disk does.
test.runIf(inject('postgres'))(
  'an error at the commit of a completed statement is its error, and the connection goes on',
  async () => {
    const { db } = await freshDatabase()
    onTestFinished(() => db.close())
    const make = 'CREATE TABLE numbers (n int UNIQUE DEFERRABLE INITIALLY DEFERRED)'
    await db.sql.rows(defineSqlStatement<never>('make_numbers', make), [])
    onTestFinished(async () => void (await db.sql.rows(defineSqlStatement<never>('drop', 'DROP TABLE numbers'), [])))
    const add = defineSqlStatement<never>('add_number', 'INSERT INTO numbers VALUES ($1)')
    await db.sql.rows(add, [1])
    await expect(db.sql.rows(add, [1])).rejects.toMatchObject({ code: '23505' })
    await expect(
      db.sql.pipeline([
        [add, [2]],
        [add, [1]],
      ]),
    ).rejects.toMatchObject({ code: '23505' })
    expect(await db.sql.rows(defineSqlStatement<{ n: number }>('numbers', 'SELECT n FROM numbers'), [])).toEqual([
      { n: 1 },
    ])
  },
)
