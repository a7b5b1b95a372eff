import type { PGlite, Transaction } from '@electric-sql/pglite'
import type pg from 'pg'

/** A hand-written statement. Its name is what PostgreSQL prepares it under, so each text has its own. */
export type Statement<Row> = { name: string; text: string; row?: Row }

/** Names a statement and says what its rows look like; `test/outline/reads.test.ts` holds them against Prisma's answers. */
export const statement = <Row>(name: string, text: string): Statement<Row> => ({ name, text })

/** Runs statements. Timestamps come as ISO 8601 UTC text, JSON as its text, integers as numbers. */
export interface Queries {
  rows<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>
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
/** `2026-11-21 03:44:29.12+00` → `2026-11-21T03:44:29.120Z`; the session's time zone is UTC. */
export function isoTime(value: string): string {
  const [seconds = '', fraction = ''] = value.slice(11, value.indexOf('+', 11)).split('.')
  return `${value.slice(0, 10)}T${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

const parsers: Record<number, (value: string) => unknown> = {
  16: (value) => value === 't',
  20: Number,
  21: Number,
  23: Number,
  114: asText,
  700: Number,
  701: Number,
  1184: isoTime,
}
const pgTypes = {
  getTypeParser: (oid: number) => parsers[oid] ?? asText,
} as pg.CustomTypesConfig

const onPg = (client: pg.Pool | pg.PoolClient, named: boolean): Queries => ({
  async rows<Row>({ name, text }: Statement<Row>, values: readonly unknown[]) {
    const query = { text, values: values as unknown[], types: pgTypes }
    const result = await client.query(named ? { ...query, name } : query)
    return result.rows as Row[]
  },
})

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
export function pgSql(pool: pg.Pool, named = true): Sql {
  const { rows } = onPg(pool, named)
  async function once<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('BEGIN')
      const result = await work(onPg(client, named))
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure
      })
      throw error
    } finally {
      client.release(broken)
    }
  }
  return {
    rows: (statement, values) => untilDone(() => rows(statement, values)),
    transaction: (work) => untilDone(() => once(work)),
  }
}

const onPglite = (client: PGlite | Transaction): Queries => ({
  async rows<Row>({ text }: Statement<Row>, values: readonly unknown[]) {
    const result = await client.query<Row>(text, values as unknown[], { parsers })
    return result.rows
  },
})

/** On the embedded database: one connection, so a transaction holds the others back until it ends. */
export function pgliteSql(client: PGlite): Sql {
  return {
    ...onPglite(client),
    transaction: (work) => client.transaction((tx) => work(onPglite(tx))) as ReturnType<typeof work>,
  }
}
