import pg from 'pg'
import { ApiError } from '../errors.ts'
import { getConnectionLimitTenantId } from '../limits/tenant-context.ts'
import {
  isConnectionError,
  isReadOnlyServerError,
  makeDatabaseUnreachableError,
  translateDatabaseFailure,
} from './errors.ts'
import { type ResponseTimeoutSettings, ResponseTimeoutWatch } from './response-timeout.ts'
import { ResultTooLargeError } from './result-size.ts'

type Done = (release?: Error | boolean) => void
type Connected = (error?: Error, client?: pg.PoolClient, done?: Done) => void

/** A query object that this service implements. node-postgres accepts it in place of an object of the class `Query`. */
export type SubmittableQuery = { callback(error: Error | null, results?: unknown[][]): void }

/**
 * Sends a query object on a connection. The cast is needed, because `SubmittableQuery` does not declare the method
 * `submit`.
 */
export const submitQuery = (client: pg.PoolClient, query: SubmittableQuery) =>
  void client.query(query as unknown as pg.Submittable)

/** Limits how many database connections one tenant can use at the same time (`db/tenant-connection-limiter.ts`). */
export type TenantConnectionLimiter = {
  /**
   * Reserves a connection for the tenant. Returns the function that ends the reservation, or undefined if the tenant
   * must wait.
   */
  tryAcquire(tenant: string): (() => void) | undefined
  acquire(tenant: string): Promise<() => void>
}

type PoolParts = {
  config: pg.PoolConfig
  responseTimeouts: ResponseTimeoutSettings
  /**
   * True for a direct connection to PostgreSQL. Behind a connection pooler, this process does not know the session ids
   * of the PostgreSQL server.
   */
  hasSessionIds: boolean
  connectionLimiter: TenantConnectionLimiter | undefined
  onConnectionLost(error: Error): void
}

/**
 * Returns a function that releases a connection and ends the tenant's reservation. If this function were written inside
 * `withShareRelease`, it would keep the last rows in memory.
 */
const makeReleaseBoth = (release: Done, releaseShare: () => void): Done => {
  return (broken) => {
    release(broken)
    releaseShare()
  }
}

/** Wraps a callback of `connect`, so that releasing the connection also ends the reservation of the tenant. */
const withShareRelease = (callback: Connected, releaseShare: () => void): Connected => {
  return (error, client, done) => {
    if (!client) {
      releaseShare()
      return callback(error, client, done)
    }
    const releaseBoth = makeReleaseBoth(client.release, releaseShare)
    client.release = releaseBoth
    callback(error, client, releaseBoth)
  }
}

/** `dropReadOnly` closes the idle connections at most once in this time, in milliseconds. */
const readOnlyIntervalMs = 5_000

/**
 * The pool of node-postgres, which also measures waits, limits the connections of each tenant, and replaces lost or
 * silent connections.
 */
export class DatabasePool extends pg.Pool {
  private readonly waiters = new Set<number>()
  private readonly parts: PoolParts
  private droppedReadOnlyAt = Number.NEGATIVE_INFINITY
  readonly responseTimeouts: ResponseTimeoutWatch
  /**
   * Called after each wait for a connection, with the duration of the wait in milliseconds. Not called if a connection
   * was free immediately.
   */
  onWaitEnd: (ms: number) => void = () => {}

  constructor(parts: PoolParts) {
    const { config, responseTimeouts, hasSessionIds, onConnectionLost } = parts
    const { onConnect: _session, ...probeConfig } = config
    const watch = new ResponseTimeoutWatch({ ...responseTimeouts, config: probeConfig, hasSessionIds })
    class PoolClient extends pg.Client {
      constructor(options?: pg.ClientConfig) {
        super(options)
        watch.add(this)
      }
    }
    super({ ...config, Client: PoolClient } as pg.PoolConfig)
    this.parts = parts
    this.responseTimeouts = watch
    this.on('error', onConnectionLost)
    // Without this listener, an error of a connection during a transaction would end the process.
    this.on('connect', (client) => client.on('error', () => {}))
    this.on('acquire', (client) => watch.setInUse(client, true))
    this.on('release', (_error, client) => watch.setInUse(client, false))
  }

  /**
   * Returns how long the oldest waiting request has waited for a connection, in milliseconds. Returns 0 if none waits.
   */
  oldestWaitMs(): number {
    const [since] = this.waiters
    return since === undefined ? 0 : performance.now() - since
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): unknown {
    if (callback) return this.connectWithinShare(callback)
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>()
    this.connectWithinShare((error, client) => (error ? reject(error) : resolve(client!)))
    return promise
  }

  /**
   * Runs a query on a connection of the pool. If an error makes the connection unusable, the pool closes the
   * connection.
   */
  run(query: SubmittableQuery): void {
    const { callback } = query
    this.connect((failed, client, done) => {
      if (failed) return callback(failed)
      const answered: SubmittableQuery['callback'] = (error, results) => {
        done!(error !== null && this.isUnusable(error))
        callback(error, results)
      }
      // The function is not written in this assignment, because V8 would then allocate it in the old generation.
      // An allocation in the old generation of the heap is slower.
      query.callback = answered
      submitQuery(client!, query)
    })
  }

  override end(): Promise<void>
  override end(callback: () => void): void
  override end(callback?: () => void): unknown {
    // The response timeouts stop last. Otherwise a running query without a response would block the shutdown forever.
    const ended = super.end().finally(() => this.responseTimeouts.stop())
    return callback ? void ended.then(callback) : ended
  }

  /** Returns whether the connection must be closed after this error. */
  isUnusable(error: Error): boolean {
    return isConnectionError(error) || isReadOnlyServerError(error) || error instanceof ResultTooLargeError
  }

  /** Converts the error of a failed statement to the error that the caller gets. */
  translateError(error: Error): Error {
    if (error instanceof ApiError) return error
    if (isConnectionError(error)) this.parts.onConnectionLost(error)
    if (isReadOnlyServerError(error)) this.dropReadOnly(error)
    return translateDatabaseFailure(error)
  }

  /**
   * Converts the error of a failed transaction. If the connection was lost before COMMIT, PostgreSQL has rolled the
   * transaction back.
   */
  translateTransactionError(error: Error, isCommitting: boolean): Error {
    const translated = this.translateError(error)
    const { cause } = translated
    return !isCommitting && cause instanceof Error && isConnectionError(cause)
      ? makeDatabaseUnreachableError(cause)
      : translated
  }

  /**
   * Closes the idle connections after a statement has failed because the server is read-only. After a failover, new
   * connections may reach the new primary server.
   */
  private dropReadOnly(error: Error): void {
    if (performance.now() - this.droppedReadOnlyAt < readOnlyIntervalMs) return
    this.droppedReadOnlyAt = performance.now()
    this.responseTimeouts.dropIdle(error)
  }

  /** Waits until the tenant may use another connection, and then until a connection is free. */
  private connectWithinShare(callback: Connected): void {
    const tenant = getConnectionLimitTenantId()
    const { connectionLimiter } = this.parts
    if (tenant === undefined || !connectionLimiter) {
      this.connectMeasured(callback)
      return
    }
    const releaseShare = connectionLimiter.tryAcquire(tenant)
    if (releaseShare) this.connectMeasured(withShareRelease(callback, releaseShare))
    else
      connectionLimiter.acquire(tenant).then(
        (release) => this.connectMeasured(withShareRelease(callback, release)),
        (refused: Error) => callback(refused),
      )
  }

  /** Gets a connection. If no connection is free, measures how long the request waits. */
  private connectMeasured(callback: Connected): void {
    if (this.idleCount > this.waitingCount) return void super.connect(callback)
    const since = this.startWait()
    super.connect((error, client, done) => {
      this.waiters.delete(since)
      this.onWaitEnd(performance.now() - since)
      if (error) this.parts.onConnectionLost(error)
      callback(error && makeDatabaseUnreachableError(error), client, done)
    })
  }

  /** Records and returns the start time of a wait for a connection. Each wait has a different start time. */
  private startWait(): number {
    let since = performance.now()
    while (this.waiters.has(since)) since += 1e-6
    this.waiters.add(since)
    return since
  }
}
