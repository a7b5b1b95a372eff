import pg from 'pg'
import { ApiError } from '../errors.ts'

type Connected = (error?: Error, client?: pg.PoolClient, done?: (release?: Error | boolean) => void) => void

/** A query of one's own, as node-postgres runs it. */
export type OwnQuery = { callback(error: Error | null, results?: unknown[][]): void }

/** Hands a connection such a query; its types know of `submit` alone. */
export const submitTo = (client: pg.PoolClient, query: OwnQuery) =>
  void client.query(query as unknown as pg.Submittable)

const cut = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])

/** SQLSTATE classes 08 and 57P: the connection, or the server behind it, went away; 53300: it takes no more of them. */
const isLost = ({ code = '', message }: Error & { code?: string }): boolean =>
  cut.has(code) || /^(08|57P|53300)/.test(code) || /^(Connection terminated|Client has encountered)/.test(message)

const away = (cause: Error): ApiError =>
  Object.assign(
    new ApiError('internal_error', 'The database does not answer. Wait for Retry-After seconds.', {
      status: 503,
      headers: { 'Retry-After': '1' },
    }),
    { cause },
  )

/**
 * node-postgres' pool, which knows how long requests have been waiting for a connection, lives on when connections are
 * cut, and tells `lost` what of them.
 */
export class Pool extends pg.Pool {
  private readonly waiters = new Set<number>()
  private readonly lost: (error: Error) => void
  /** Told of each wait that is over, in milliseconds; a connection that was free is no wait. */
  waited: (ms: number) => void = () => {}

  constructor(config: pg.PoolConfig, lost: (error: Error) => void) {
    super(config)
    this.lost = lost
    this.on('error', lost)
    // A connection that is cut while a transaction holds it says so to nobody else, which would end the process.
    this.on('connect', (client) => client.on('error', () => {}))
  }

  /** How long the first in line has been waiting. */
  oldestWaitMs(): number {
    const [since] = this.waiters
    return since === undefined ? 0 : performance.now() - since
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): unknown {
    if (callback) return this.wait(callback)
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>()
    this.wait((error, client) => (error ? reject(error) : resolve(client!)))
    return promise
  }

  /** Runs a query on a connection of the pool, which a statement that was refused is none the worse for. */
  run(query: OwnQuery): void {
    const { callback } = query
    this.connect((failed, client, done) => {
      if (failed) return callback(failed)
      const answered: OwnQuery['callback'] = (error, results) => {
        done!(error !== null && isLost(error))
        callback(error, results)
      }
      // By its name: a function that is written where a property gets it goes to V8's old generation, with all it holds.
      query.callback = answered
      submitTo(client!, query)
    })
  }

  private wait(callback: Connected): void {
    if (this.idleCount > this.waitingCount) return void super.connect(callback)
    const since = this.ticket()
    super.connect((error, client, done) => {
      this.waiters.delete(since)
      this.waited(performance.now() - since)
      callback(error && this.translated(error, true), client, done)
    })
  }

  /** What a statement failed with, as its caller is told it. */
  translated(error: Error, connecting = false): Error {
    if (!connecting && !isLost(error)) return error
    if (error instanceof ApiError) return error
    this.lost(error)
    return away(error)
  }

  /** Now, unlike any other wait's. */
  private ticket(): number {
    let since = performance.now()
    while (this.waiters.has(since)) since += 1e-6
    this.waiters.add(since)
    return since
  }
}
