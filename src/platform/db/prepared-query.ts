import pg from 'pg'
import { serialize } from 'pg-protocol'
import type { SubmittableQuery } from './pool.ts'
import { makeResultSizeCheck } from './result-size.ts'
import type { SqlStatement } from './statement.ts'
import { type TypeParsers, typeParsers } from './type-parsers.ts'

/** The connection that node-postgres passes to a query object. The published types of node-postgres lack this type. */
type Connection = { parsedStatements: Record<string, string | undefined>; stream: { write(bytes: Buffer): void } }
type Description = { fields: { name: string; dataTypeID: number }[] }
type Fields = readonly (string | null)[]
const { prepareValue } = (pg as typeof pg & { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils

const describe = serialize.describe({ type: 'P' })
const execute = serialize.execute()
const sync = serialize.sync()

/**
 * This function replaces the callback of a `PreparedStatementBatch` that has its results or has failed, so that the
 * callback is called only once.
 */
const ignoreResult: SubmittableQuery['callback'] = () => {}

type MakeRow = (fields: Fields) => unknown

/**
 * The maximum number of composed statements that a connection keeps prepared. PostgreSQL holds about 300 KB for a list of
 * courses, in each session.
 */
export const maxComposedStatements = 50

/**
 * What is known of a connection. `makers` are the functions that convert rows to objects, by statement name; the columns
 * of a prepared statement never change. `composed` are the names of the composed statements, the last used one last.
 */
type Session = { makers: Map<string, MakeRow>; composed: Set<string> }
const sessions = new WeakMap<Connection, Session>()

/**
 * Notes that a batch uses its composed statements. Returns the messages that close the statements whose use is longest
 * ago, if there are more than `maxComposedStatements`.
 */
function closeOldStatements(connection: Connection, { makers, composed }: Session, batch: readonly NamedQuery[]) {
  for (const { name, composer } of batch) {
    if (composer === undefined) continue
    composed.delete(name)
    composed.add(name)
  }
  const closing: Buffer[] = []
  for (const name of composed) {
    if (composed.size <= Math.max(maxComposedStatements, batch.length)) break
    composed.delete(name)
    makers.delete(name)
    delete connection.parsedStatements[name]
    closing.push(serialize.close({ type: 'S', name }))
  }
  return closing
}

/**
 * Compiles a function that makes a row as an object literal, which is fast. The generated code contains no text from a
 * request.
 */
function rowMaker({ fields }: Description): MakeRow {
  const members = fields.map(({ name, dataTypeID }, index) => {
    const text = `fields[${index}]`
    const value = typeParsers[dataTypeID] ? `${text} === null ? null : readAs[${dataTypeID}](${text})` : text
    return `${JSON.stringify(name)}: ${value}`
  })
  const make = new Function('readAs', `return (fields) => ({ ${members.join(', ')} })`) as (as: TypeParsers) => MakeRow
  return make(typeParsers)
}

/** A named SQL statement and its parameter values. */
type NamedQuery = Pick<SqlStatement<unknown>, 'name' | 'text' | 'composer'> & { values: readonly unknown[] }

/**
 * Sends prepared statements to PostgreSQL in one network write, and runs them in one transaction (PostgreSQL
 * documentation, section 55.2.3). The class `pg.Query` takes 1.5 times as long.
 */
export class PreparedStatementBatch implements SubmittableQuery {
  callback: SubmittableQuery['callback']
  readonly statements: readonly NamedQuery[]
  private results: unknown[][] = []
  private completed = 0
  private rows: unknown[] = []
  private makeRow: MakeRow | undefined
  private makers: Map<string, MakeRow> | undefined
  private readonly checkSize: (bytes: number) => void
  private hasFailed = false

  constructor(statements: readonly NamedQuery[], callback: SubmittableQuery['callback'], maxBytes?: number) {
    this.statements = statements
    this.callback = callback
    this.checkSize = makeResultSizeCheck(maxBytes)
  }

  private get current(): NamedQuery | undefined {
    return this.statements[this.completed]
  }

  /**
   * The name of the statement that PostgreSQL is running. node-postgres reads this property. After the last statement,
   * the name is empty, because only the commit can still fail.
   */
  get name(): string {
    return this.current?.name ?? ''
  }

  get text(): string {
    return this.current?.text ?? ''
  }

  submit(connection: Connection): Error | null {
    const session = sessions.get(connection) ?? { makers: new Map(), composed: new Set() }
    sessions.set(connection, session)
    this.makers = session.makers
    try {
      const parts: Buffer[] = []
      const parsing = new Set<string>()
      for (const { name, text, values } of this.statements) {
        if (connection.parsedStatements[name] === undefined && !parsing.has(name)) {
          parsing.add(name)
          parts.push(serialize.parse({ name, text }))
        }
        parts.push(serialize.bind({ statement: name, values: values.map(prepareValue) }))
        if (!session.makers.has(name)) parts.push(describe)
        parts.push(execute)
      }
      // The closing messages come first: after an error, PostgreSQL would skip them.
      const closing = closeOldStatements(connection, session, this.statements)
      connection.stream.write(Buffer.concat([...closing, ...parts, sync]))
      this.begin()
      return null
    } catch (error) {
      return error as Error
    }
  }

  private begin(): void {
    const { current } = this
    this.rows = []
    this.makeRow = current && this.makers!.get(current.name)
  }

  handleRowDescription(description: Description): void {
    this.makeRow = rowMaker(description)
    this.makers!.set(this.name, this.makeRow)
  }

  handleDataRow({ fields, length }: { fields: Fields; length: number }): void {
    // The embedded database still sends the remaining rows after a call of `fail`.
    if (this.hasFailed) return
    try {
      this.checkSize(length)
      this.rows.push(this.makeRow!(fields))
    } catch (error) {
      this.fail(error as Error)
    }
  }

  /**
   * Passes an error to the callback and drops the rows received so far. After a `ResultTooLargeError`, the pool closes
   * the connection, because PostgreSQL still sends the remaining rows.
   */
  private fail(error: Error): void {
    const { callback } = this
    this.hasFailed = true
    this.rows = []
    this.results = []
    this.callback = ignoreResult
    callback(error)
  }

  handleCommandComplete(): void {
    this.results.push(this.rows)
    this.completed++
    this.begin()
  }

  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.callback(error)
  }

  /**
   * Passes the results to the callback and drops them, because an idle connection keeps its last query object in
   * memory.
   */
  handleReadyForQuery(): void {
    const { callback, results } = this
    this.results = []
    this.callback = ignoreResult
    callback(null, results)
  }
}
