import type { PGlite, Transaction } from '@electric-sql/pglite'
import type pg from 'pg'
import { jointWrites } from './joint.ts'
import { readAs } from './parsers.ts'
import { type Pool, submitTo } from './pool.ts'
import { PreparedQuery } from './prepared.ts'

/** A hand-written statement. Its name is what PostgreSQL prepares it under, so each text has its own. */
export type Statement<Row> = { name: string; text: string; row?: Row } & Options

/** `onPrimary`: for a statement among reads that writes all the same, or reads what one has just written: no replica's. */
type Options = { onPrimary?: boolean }

/** Names a statement and says what its rows look like; `test/outline/reads.test.ts` holds them against Prisma's answers. */
export const statement = <Row>(name: string, text: string, options?: Options): Statement<Row> => ({
  name,
  text,
  ...options,
})

/** A statement with its values. */
export type Ask<Row = unknown> = readonly [statement: Statement<Row>, values: readonly unknown[]]

/** Runs statements. Timestamps come as ISO 8601 UTC text, JSON as its text, integers as numbers. */
export interface Queries {
  rows<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>
  /**
   * The same for a short write, which may share a transaction with what other requests write (see `joint.ts`); it is
   * committed when it answers.
   */
  write<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>
  /** The rows of several reads that do not build on each other, for the way there and back of one. */
  together<Rows extends readonly unknown[]>(
    asks: readonly [...{ [K in keyof Rows]: Ask<Rows[K]> }],
  ): Promise<{ -readonly [K in keyof Rows]: Rows[K][] }>
}

/** The hot way to the database, beside Prisma on the same connections. */
export interface Sql extends Queries {
  /**
   * Runs `work` in one transaction (READ COMMITTED); a throw rolls it back. Work that was given up for another's runs
   * again, so it changes nothing but the database.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>
}

const asText = (value: string) => value
const pgTypes = { getTypeParser: (oid: number) => readAs[oid] ?? asText } as pg.CustomTypesConfig

type Translate = (error: Error) => Error

/** Where each statement makes its own way. */
const apart = (rows: Queries['rows']): Queries => ({
  rows,
  write: rows,
  together: ((asks: readonly Ask[]) => Promise.all(asks.map((ask) => rows(...ask)))) as Queries['together'],
})

function prepared(submit: (query: PreparedQuery) => void, translate: Translate): Queries {
  const run = (asks: readonly Ask[]) =>
    new Promise<unknown[][]>((resolve, reject) => {
      const bound = asks.map(([{ name, text }, values]) => ({ name, text, values }))
      const answered: PreparedQuery['callback'] = (error, results) =>
        error ? reject(translate(error)) : resolve(results!)
      submit(new PreparedQuery(bound, answered))
    })
  const rows = async <Row>(...ask: Ask<Row>) => (await run([ask]))[0] as Row[]
  return {
    rows,
    write: rows,
    together: run as Queries['together'],
  }
}

const unnamed = (client: Pool | pg.PoolClient, translate: Translate): Queries =>
  apart(async <Row>({ text }: Statement<Row>, values: readonly unknown[]) => {
    try {
      const result = await client.query({ text, values: values as unknown[], types: pgTypes })
      return result.rows as Row[]
    } catch (error) {
      throw translate(error as Error)
    }
  })

const onPool = (pool: Pool, named: boolean, translate: Translate) =>
  named ? prepared((query) => pool.run(query), translate) : unnamed(pool, translate)

const onClient = (client: pg.PoolClient, named: boolean, translate: Translate) =>
  named ? prepared((query) => submitTo(client, query), translate) : unnamed(client, translate)

/** Serialization failure and deadlock: PostgreSQL gave this one up for another, and asks to run it again. */
const runAgain = new Set(['40001', '40P01'])
const maxRuns = 10

async function untilDone<T>(run: () => Promise<T>, runs = 1): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (runs === maxRuns || !runAgain.has((error as { code?: string }).code ?? '')) throw error
    return untilDone(run, runs + 1)
  }
}

/** On PostgreSQL. Named statements are prepared once a connection; `named: false` is for poolers that cannot. */
export function pgSql(pool: Pool, named = true): Sql {
  const translate = (error: Error) => pool.translated(error)
  const { rows, together } = onPool(pool, named, translate)
  async function once<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('BEGIN')
      const result = await work(onClient(client, named, translate))
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure
      })
      throw translate(error as Error)
    } finally {
      client.release(broken)
    }
  }
  const patient: Pick<Queries, 'rows' | 'together'> = {
    rows: (statement, values) => untilDone(() => rows(statement, values)),
    together: (asks) => untilDone(() => together(asks)),
  }
  return {
    ...patient,
    write: named ? jointWrites(patient) : patient.rows,
    transaction: (work) => untilDone(() => once(work)),
  }
}

const pgliteParsers = { ...readAs, 114: asText }

const onPglite = (client: PGlite | Transaction): Queries =>
  apart(async <Row>({ text }: Statement<Row>, values: readonly unknown[]) => {
    const result = await client.query<Row>(text, values as unknown[], { parsers: pgliteParsers })
    return result.rows
  })

/** On the embedded database: one connection, so a transaction holds the others back until it ends. */
export function pgliteSql(client: PGlite): Sql {
  return {
    ...onPglite(client),
    transaction: (work) => client.transaction((tx) => work(onPglite(tx))) as ReturnType<typeof work>,
  }
}
