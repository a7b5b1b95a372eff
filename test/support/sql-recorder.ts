import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { PglitePreparedStatements } from '../../src/platform/db/embedded/prepared-statements.ts'
import { PreparedStatementBatch } from '../../src/platform/db/prepared-query.ts'
import { withoutJobs } from './pausable-jobs.ts'

type Query = string | { text: string } | PreparedStatementBatch
function textsOf(query: Query): string[] {
  if (typeof query === 'string') return [query]
  return query instanceof PreparedStatementBatch ? query.statements.map(({ text }) => text) : [query.text]
}

let recorded: string[] | undefined
const record = (query: Query) => recorded?.push(...textsOf(query).map((text) => text.trim()))

/** Passes every statement of this process to `hear`, for both databases. */
function interceptQueries(): void {
  const { query: pgQuery } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    record(args[0] as Query)
    return Reflect.apply(pgQuery, this, args)
  } as typeof pgQuery

  const { query, exec, transaction } = PGlite.prototype
  PGlite.prototype.query = function (this: PGlite, text: string, ...rest: never[]) {
    record(text)
    return Reflect.apply(query, this, [text, ...rest])
  } as typeof query
  PGlite.prototype.exec = function (this: PGlite, text: string, ...rest: never[]) {
    record(text)
    return Reflect.apply(exec, this, [text, ...rest])
  } as typeof exec
  for (const name of ['run', 'runInTransaction'] as const) {
    const run = PglitePreparedStatements.prototype[name]
    PglitePreparedStatements.prototype[name] = function (batch) {
      record(batch)
      return run.call(this, batch)
    }
  }
  PGlite.prototype.transaction = function (this: PGlite, work: Parameters<typeof transaction>[0]) {
    record('BEGIN')
    return Reflect.apply(transaction, this, [
      async (tx: Parameters<typeof work>[0]) => {
        const inner = tx.query.bind(tx)
        tx.query = ((text: string, ...rest: never[]) => {
          record(text)
          return Reflect.apply(inner, tx, [text, ...rest])
        }) as typeof tx.query
        const result = await work(tx)
        record('COMMIT')
        return result
      },
    ])
  } as typeof transaction
}
interceptQueries()

/**
 * Statements outside of the request itself, which can run at any time: key lookups, which are cached, deferred writes,
 * indexing, readings of the storage, which hold for some time, and session settings.
 */
const isDeferred = (text: string) =>
  /\b(api_keys k|INTO usage_hours|search_catch_up_batch|storage_tallies t|SET SESSION)/.test(text)

/** Returns all statements that are sent to the database during `work`, in order. No scheduled job runs meanwhile. */
export const allStatementsOf = (work: () => Promise<unknown>): Promise<string[]> =>
  withoutJobs(async () => {
    const mine: string[] = []
    recorded = mine
    try {
      await work()
    } finally {
      recorded = undefined
    }
    return mine
  })

/** Returns the statements of `work` itself, without key lookups, deferred writes and session settings. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await allStatementsOf(work)).filter((text) => !isDeferred(text))
