import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { PreparedQuery } from '../src/db/prepared.ts'

type Query = string | { text: string } | PreparedQuery
function textsOf(query: Query): string[] {
  if (typeof query === 'string') return [query]
  return query instanceof PreparedQuery ? query.statements.map(({ text }) => text) : [query.text]
}

let heard: string[] | undefined
const hear = (query: Query) => heard?.push(...textsOf(query).map((text) => text.trim()))

/** Has every statement of this test process pass `hear` on its way to either database. */
function listen(): void {
  const { query: pgQuery } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    hear(args[0] as Query)
    return Reflect.apply(pgQuery, this, args)
  } as typeof pgQuery

  const { query, exec, transaction } = PGlite.prototype
  PGlite.prototype.query = function (this: PGlite, text: string, ...rest: never[]) {
    hear(text)
    return Reflect.apply(query, this, [text, ...rest])
  } as typeof query
  PGlite.prototype.exec = function (this: PGlite, text: string, ...rest: never[]) {
    hear(text)
    return Reflect.apply(exec, this, [text, ...rest])
  } as typeof exec
  PGlite.prototype.transaction = function (this: PGlite, work: Parameters<typeof transaction>[0]) {
    hear('BEGIN')
    return Reflect.apply(transaction, this, [
      async (tx: Parameters<typeof work>[0]) => {
        const inner = tx.query.bind(tx)
        tx.query = ((text: string, ...rest: never[]) => {
          hear(text)
          return Reflect.apply(inner, tx, [text, ...rest])
        }) as typeof tx.query
        const result = await work(tx)
        hear('COMMIT')
        return result
      },
    ])
  } as typeof transaction
}
listen()

/** A key's look-up, remembered where that is safe, what is written off a request's path, a connection's settings. */
const isAside = (text: string) =>
  /\b(api_keys k|usage_hours|search_pending p LIMIT|course_tallies_add_up|SET max_parallel)/.test(text)

/** The statements that are sent to the database while `work` runs, in order, whatever they are for. */
export async function allStatementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const mine: string[] = []
  heard = mine
  try {
    await work()
  } finally {
    heard = undefined
  }
  return mine
}

/** The same without what comes aside of the work. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await allStatementsOf(work)).filter((text) => !isAside(text))
