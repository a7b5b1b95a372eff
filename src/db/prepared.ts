import pg from 'pg'
import { serialize } from 'pg-protocol'
import { type Parsers, readAs } from './parsers.ts'
import type { OwnQuery } from './pool.ts'

// What node-postgres gives to queries of one's own (as pg-cursor is), of which its types tell only `submit`.
type Connection = { parsedStatements: Record<string, string | undefined>; stream: { write(bytes: Buffer): void } }
type Description = { fields: { name: string; dataTypeID: number }[] }
type Fields = readonly (string | null)[]
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils

const describe = serialize.describe({ type: 'P' })
const execute = serialize.execute()
const sync = serialize.sync()

type MakeRow = (fields: Fields) => unknown

// By connection and statement: a statement keeps its columns for as long as it stays prepared there.
const described = new WeakMap<Connection, Map<string, MakeRow>>()

/**
 * A function that writes out a row's members one by one, as fast as an object literal. The names come from statements of
 * ours, never from a request.
 */
function rowMaker({ fields }: Description): MakeRow {
  const members = fields.map(({ name, dataTypeID }, index) => {
    const text = `fields[${index}]`
    const value = readAs[dataTypeID] ? `${text} === null ? null : readAs[${dataTypeID}](${text})` : text
    return `${JSON.stringify(name)}: ${value}`
  })
  const make = new Function('readAs', `return (fields) => ({ ${members.join(', ')} })`) as (as: Parsers) => MakeRow
  return make(readAs)
}

/** A named statement with its values. */
export type Bound = { name: string; text: string; values: readonly unknown[] }

/**
 * Named statements as node-postgres runs them, but all in one write, without a description of columns that are known
 * already, and with rows made at once: two thirds of the time of its own query class. PostgreSQL runs several one after
 * the other, in one transaction of their own where none is open (its documentation, section 55.2.3, "Pipelining").
 */
export class PreparedQuery implements OwnQuery {
  callback: OwnQuery['callback']
  readonly statements: readonly Bound[]
  private readonly results: unknown[][] = []
  private rows: unknown[] = []
  private makeRow: MakeRow | undefined
  private makers: Map<string, MakeRow> | undefined

  constructor(statements: readonly Bound[], callback: OwnQuery['callback']) {
    this.statements = statements
    this.callback = callback
  }

  private get current(): Bound | undefined {
    return this.statements[this.results.length]
  }

  /** The client notes as prepared what is called so when PostgreSQL says that it has parsed a statement. */
  get name(): string {
    return this.current!.name
  }

  get text(): string {
    return this.current!.text
  }

  submit(connection: Connection): Error | null {
    const makers = described.get(connection) ?? new Map<string, MakeRow>()
    described.set(connection, makers)
    this.makers = makers
    try {
      const parts: Buffer[] = []
      const parsing = new Set<string>()
      for (const { name, text, values } of this.statements) {
        if (connection.parsedStatements[name] === undefined && !parsing.has(name)) {
          parsing.add(name)
          parts.push(serialize.parse({ name, text }))
        }
        parts.push(serialize.bind({ statement: name, values: values.map(prepareValue) }))
        if (!makers.has(name)) parts.push(describe)
        parts.push(execute)
      }
      connection.stream.write(Buffer.concat([...parts, sync]))
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

  handleDataRow({ fields }: { fields: Fields }): void {
    this.rows.push(this.makeRow!(fields))
  }

  handleCommandComplete(): void {
    this.results.push(this.rows)
    this.begin()
  }

  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback(null, this.results)
  }
}
