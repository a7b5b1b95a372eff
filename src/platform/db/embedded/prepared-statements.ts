import { EventEmitter } from 'node:events'
import type { PGlite, Transaction } from '@electric-sql/pglite'
import { type DatabaseError, parse } from 'pg-protocol'
import type { PreparedStatementBatch } from '../prepared-query.ts'

/**
 * Runs a batch of prepared statements. If a statement fails, the callback of the batch gets the error. If the database
 * crashes, the promise rejects.
 */
type SubmitBatch = (batch: PreparedStatementBatch) => Promise<void>

/** The methods of an open transaction on the embedded database. */
export type PgliteTransaction = Transaction & { submit: SubmitBatch }

/** The part of PGlite that the service uses, with an additional method `submit`. */
export type PgliteClient = Pick<PGlite, 'query' | 'exec' | 'close' | 'closed'> & {
  submit: SubmitBatch
  transaction<T>(work: (tx: PgliteTransaction) => Promise<T>): Promise<T>
}

type RowDescription = Parameters<PreparedStatementBatch['handleRowDescription']>[0]
type DataRow = Parameters<PreparedStatementBatch['handleDataRow']>[0]

/** The messages from PostgreSQL that are passed to the `handle…` methods of a `PreparedStatementBatch`. */
type Message =
  | { name: 'parseComplete' | 'commandComplete' }
  | ({ name: 'rowDescription' } & RowDescription)
  | ({ name: 'dataRow' } & DataRow)
  | (DatabaseError & { name: 'error' })

/**
 * Runs prepared statements on PGlite. `PGlite.query` would parse and plan a statement each time, and take four times as
 * long.
 */
export class PglitePreparedStatements {
  /** The texts of the statements that PostgreSQL has prepared, by name. */
  readonly parsedStatements: Record<string, string | undefined> = {}
  readonly stream = {
    write: (bytes: Buffer) => {
      this.request = bytes
    },
  }
  private readonly client: PGlite
  private readonly responses = new EventEmitter()
  private request: Buffer = Buffer.alloc(0)
  private batch: PreparedStatementBatch | undefined
  private error: DatabaseError | undefined

  constructor(client: PGlite) {
    this.client = client
    void parse(this.responses as NodeJS.ReadableStream, (message) => this.handle(message as Message))
  }

  /** Runs a batch in the open transaction. */
  runInTransaction(batch: PreparedStatementBatch): Promise<void> {
    return this.client.runExclusive(() => this.send(batch, { syncToFs: false }))
  }

  /**
   * Runs a batch in its own transaction, after all open transactions have ended. `_runExclusiveTransaction`, a private
   * method of PGlite, waits for their end.
   */
  run(batch: PreparedStatementBatch): Promise<void> {
    return this.client._runExclusiveTransaction(() =>
      this.client.runExclusive(() => this.send(batch, { syncToFs: true })),
    )
  }

  private async send(batch: PreparedStatementBatch, { syncToFs }: { syncToFs: boolean }): Promise<void> {
    await this.client._checkReady()
    const unsendable = batch.submit(this)
    if (unsendable) return batch.callback(unsendable)
    this.batch = batch
    this.error = undefined
    // If the database crashes, this call rejects. The batch then does not get the error message from PostgreSQL.
    await this.client.execProtocolRawStream(this.request, {
      syncToFs,
      // The bytes are copied, because PGlite later overwrites them.
      onRawData: (bytes) => this.responses.emit('data', Buffer.from(bytes)),
    })
    this.batch = undefined
    if (this.error) batch.handleError(this.error)
    else batch.handleReadyForQuery()
  }

  private handle(message: Message): void {
    const { batch } = this
    if (!batch) return
    switch (message.name) {
      case 'parseComplete':
        this.parsedStatements[batch.name] = batch.text
        break
      case 'rowDescription':
        batch.handleRowDescription(message)
        break
      case 'dataRow':
        batch.handleDataRow(message)
        break
      case 'commandComplete':
        batch.handleCommandComplete()
        break
      case 'error':
        this.error = message
    }
  }
}

/** Adds prepared statements to PGlite. */
export function withPreparedStatements(client: PGlite): PgliteClient {
  const statements = new PglitePreparedStatements(client)
  const submitInTransaction: SubmitBatch = (batch) => statements.runInTransaction(batch)
  return {
    query: (...args) => client.query(...args),
    exec: (...args) => client.exec(...args),
    close: () => client.close(),
    get closed() {
      return client.closed
    },
    submit: (batch) => statements.run(batch),
    transaction: <T>(work: (tx: PgliteTransaction) => Promise<T>) =>
      client.transaction((tx) => work(Object.assign(tx, { submit: submitInTransaction }))),
  }
}
