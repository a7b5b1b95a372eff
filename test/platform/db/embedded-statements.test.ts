import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { type PgliteClient, withPreparedStatements } from '../../../src/platform/db/embedded/prepared-statements.ts'
import { makePgliteSqlRunner } from '../../../src/platform/db/embedded/sql.ts'
import { ResultTooLargeError } from '../../../src/platform/db/result-size.ts'
import type { TransactionalSqlRunner } from '../../../src/platform/db/sql.ts'
import type { SqlStatement } from '../../../src/platform/db/statement.ts'
import { ApiError } from '../../../src/platform/errors.ts'

const statement = <Row>(name: string, text: string): SqlStatement<Row> => ({ name, text })
const sum = statement<{ sum: number }>('sum', 'SELECT $1::int + $2::int AS sum')
const insert = statement('insert', 'INSERT INTO numbers VALUES ($1)')
const count = statement<{ count: number }>('count', 'SELECT count(*)::int AS count FROM numbers')
const divide = statement('divide', 'SELECT 1 / $1::int')
const prepared = 'SELECT name FROM pg_prepared_statements ORDER BY name'

describe.skipIf(inject('postgres'))('prepared statements of the embedded database', () => {
  let client: PgliteClient
  let sql: TransactionalSqlRunner
  beforeAll(async () => {
    client = withPreparedStatements(
      await PGlite.create({ loadDataDir: new Blob([await readFile(inject('template'))]) }),
    )
    sql = makePgliteSqlRunner(client)
    await client.exec('CREATE TABLE numbers (number int PRIMARY KEY)')
  })
  afterEach(() => (client.closed ? undefined : client.exec('DELETE FROM numbers')))

  test('a statement is prepared once and runs with other values', async () => {
    expect(await sql.rows(sum, [1, 2])).toEqual([{ sum: 3 }])
    expect(await sql.rows(sum, [3, null])).toEqual([{ sum: null }])
    expect((await client.query(prepared)).rows).toEqual([{ name: 'sum' }])
  })

  test('values have the same types as on a PostgreSQL server', async () => {
    const values = statement(
      'values',
      `SELECT $1::boolean AS truth, $2::bigint AS big, $3::text[] AS texts, $4::json AS json, $5::timestamptz AS time,
         $6::text AS text, NULL::int AS nothing`,
    )
    const time = '2026-11-21T03:44:29.120Z'
    expect(await sql.rows(values, [true, 2 ** 40, ['a "b"', 'ü'], { a: [1] }, time, '𝄞'])).toEqual([
      { truth: true, big: 2 ** 40, texts: ['a "b"', 'ü'], json: '{"a":[1]}', time, text: '𝄞', nothing: null },
    ])
  })

  test('the statements of a pipeline run in one transaction, and each returns its rows', async () => {
    const rows = await sql.pipeline([
      [insert, [1]],
      [count, []],
      [sum, [1, 1]],
      [sum, [2, 2]],
    ] as const)
    expect(rows).toEqual([[], [{ count: 1 }], [{ sum: 2 }], [{ sum: 4 }]])
    await expect(
      sql.pipeline([
        [insert, [2]],
        [insert, [1]],
      ] as const),
    ).rejects.toMatchObject({ code: '23505' })
    expect(await sql.rows(count, [])).toEqual([{ count: 1 }])
  })

  test('after an error the next statements run as before', async () => {
    const [failed, next] = await Promise.allSettled([sql.rows(divide, [0]), sql.rows(divide, [1])])
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    expect((failed as PromiseRejectedResult).reason).toBeInstanceOf(pg.DatabaseError)
    expect(next).toMatchObject({ status: 'fulfilled' })
    await expect(sql.rows(statement('wrong', 'SELECT nothing'), [])).rejects.toMatchObject({ code: '42703' })
    await expect(sql.rows(statement('wrong', 'SELECT nothing'), [])).rejects.toMatchObject({ code: '42703' })
  })

  test('values that cannot be sent reject the statement alone', async () => {
    const circular: { self?: unknown } = {}
    circular.self = circular
    await expect(sql.rows(sum, [1, circular])).rejects.toThrow('circular')
    expect(await sql.rows(sum, [1, 2])).toEqual([{ sum: 3 }])
  })

  test('a transaction is committed or rolled back as a whole, and other statements wait for its end', async () => {
    const order: string[] = []
    const transaction = sql.transaction(async (tx) => {
      await tx.rows(insert, [1])
      const outside = sql.rows(count, []).then((rows) => order.push(`outside ${JSON.stringify(rows)}`))
      order.push(`inside ${JSON.stringify(await tx.rows(count, []))}`)
      await tx.pipeline([
        [insert, [2]],
        [insert, [3]],
      ] as const)
      return { outside }
    })
    await (await transaction).outside
    expect(order).toEqual(['inside [{"count":1}]', 'outside [{"count":3}]'])
    const failing = sql.transaction(async (tx) => {
      await tx.rows(insert, [4])
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await sql.rows(count, [])).toEqual([{ count: 3 }])
  })

  test('a result over the limit is refused, and the next statement runs', async () => {
    const long = statement<{ text: string }>('long', 'SELECT repeat($1, $2::int) AS text')
    // The statement after the one that is too long is prepared too, and must not be prepared again.
    const next = statement<{ one: number }>('next', 'SELECT 1 AS one')
    const reads = [
      [sum, [1, 2]],
      [long, ['a', 3000]],
      [next, []],
    ] as const
    await expect(sql.pipeline(reads, 2000)).rejects.toBeInstanceOf(ResultTooLargeError)
    expect(await sql.rows(next, [])).toEqual([{ one: 1 }])
    const [[{ text }]] = (await sql.pipeline([[long, ['ab', 300_000]]] as const)) as [[{ text: string }]]
    expect([text.length, await sql.rows(sum, [1, 2])]).toEqual([600_000, [{ sum: 3 }]])
  })

  test('the error of a SQL function that refuses a request becomes a conflict', async () => {
    const refuse = statement('refuse', `SELECT refuse_for_test()`)
    await client.exec(`CREATE FUNCTION refuse_for_test() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'No.' USING ERRCODE = 'CW409', DETAIL = '{"reason":"test"}'; END $$`)
    const error = await sql.rows(refuse, []).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'conflict', message: 'No.', details: { reason: 'test' } })
  })

  // The last test, because all tests share the database.
  test('a statement on a closed database is rejected', async () => {
    await client.close()
    await expect(sql.rows(sum, [1, 2])).rejects.toThrow('PGlite is closed')
  })
})
