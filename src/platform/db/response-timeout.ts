import type { Socket } from 'node:net'
import pg from 'pg'
import { isConnectionError, UnresponsiveConnectionError } from './errors.ts'

/** A node-postgres client, with the properties that its published types leave out. */
export type WatchedPgClient = pg.Client & {
  readyForQuery?: boolean
  processID: number | null
  connection: { stream: Socket }
}

export type ResponseTimeoutSettings = {
  /**
   * After this time without a response to a statement, another connection checks whether the server still works on the
   * statement.
   */
  probeAfterMs: number
  /**
   * The time limit of a probe. A probe asks the server over a new connection whether the server still works on a
   * statement.
   */
  probeTimeoutMs: number
  /**
   * The longest wait for a response of PostgreSQL, slightly longer than the time limit of PostgreSQL for one statement.
   */
  maxResponseMs: number
  /** The interval, in milliseconds, at which one timer checks all connections for missing responses. */
  checkIntervalMs: number
}

type ConnectionState = {
  /** The number of bytes that the connection has read and written. */
  bytes: number
  /** The time of the last check at which the connection was idle or had transmitted data. */
  unchangedSince: number
  /** The time of the next probe, which asks the server whether it still executes the statement of this connection. */
  probeAt: number
  /**
   * The time at which a probe failed, or found that the server executes no statement of this connection. Undefined
   * again after the connection has transmitted data or has become idle.
   */
  probeFailedAt: number | undefined
  maxResponseMs: number
  /** True while a request uses the connection. False while the connection is idle in the pool. */
  isInUse: boolean
}

type WatchParts = ResponseTimeoutSettings & {
  /** The settings of an extra connection, which asks the server whether the server still works on a statement. */
  config: pg.ClientConfig
  /**
   * True for a direct connection to PostgreSQL. Behind a connection pooler, this process does not know the session ids
   * of the PostgreSQL server.
   */
  hasSessionIds: boolean
}

const workingSessions = `SELECT pid FROM pg_stat_activity WHERE pid = ANY($1::int[]) AND coalesce(state, 'active') IN ('active', 'disabled')`

/**
 * Closes connections that transmit no data during a statement. If a firewall or failover drops packets, a query would
 * wait forever.
 */
export class ResponseTimeoutWatch {
  private readonly connections = new Map<WatchedPgClient, ConnectionState>()
  private readonly timer: NodeJS.Timeout
  private readonly parts: WatchParts
  private isProbing = false

  constructor(parts: WatchParts) {
    this.parts = parts
    this.timer = setInterval(() => this.check(), parts.checkIntervalMs).unref()
  }

  add(client: pg.Client): void {
    this.connections.set(client as WatchedPgClient, {
      bytes: 0,
      unchangedSince: 0,
      probeAt: 0,
      probeFailedAt: undefined,
      maxResponseMs: this.parts.maxResponseMs,
      isInUse: true,
    })
    client.once('end', () => this.connections.delete(client as WatchedPgClient))
  }

  /** Records whether a request uses the connection, or whether the connection is idle in the pool. */
  setInUse(client: pg.ClientBase, isInUse: boolean): void {
    const state = this.connections.get(client as WatchedPgClient)
    if (state) state.isInUse = isInUse
  }

  /** Sets the time limit for responses on one connection. Without an argument, restores the default limit. */
  setMaxResponseMs(client: pg.ClientBase, maxResponseMs = this.parts.maxResponseMs): void {
    const state = this.connections.get(client as WatchedPgClient)
    if (state) state.maxResponseMs = maxResponseMs
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private check(): void {
    const now = performance.now()
    const suspects: WatchedPgClient[] = []
    for (const [client, state] of this.connections) {
      const { bytesRead, bytesWritten } = client.connection.stream
      const bytes = bytesRead + bytesWritten
      // `readyForQuery` is false while the server works on a statement.
      if (client.readyForQuery !== false || bytes !== state.bytes) {
        state.bytes = bytes
        state.unchangedSince = now
        state.probeAt = now + this.parts.probeAfterMs
        state.probeFailedAt = undefined
        continue
      }
      const silentMs = now - state.unchangedSince
      // The response may have arrived during the failed probe, so the check waits for another `checkIntervalMs`.
      const isLost = state.probeFailedAt !== undefined && now - state.probeFailedAt > this.parts.checkIntervalMs
      if (silentMs > state.maxResponseMs || isLost) this.closeSilent(client, silentMs)
      else if (now > state.probeAt && state.probeFailedAt === undefined) suspects.push(client)
    }
    if (suspects.length > 0) void this.probe(suspects)
  }

  /**
   * Asks the server which connections in `suspects` run a statement. Behind a pooler, the probe only checks that the
   * server can be reached.
   */
  private async probe(suspects: readonly WatchedPgClient[]): Promise<void> {
    if (this.isProbing) return
    this.isProbing = true
    const before = new Map(suspects.map((client) => [client, this.connections.get(client)?.bytes]))
    try {
      const working = await this.workingClients(suspects)
      for (const client of suspects) {
        const state = this.connections.get(client)
        if (!state || state.bytes !== before.get(client)) continue
        if (working.has(client)) state.probeAt = performance.now() + this.parts.probeAfterMs
        else state.probeFailedAt = performance.now()
      }
    } finally {
      this.isProbing = false
    }
  }

  private async workingClients(suspects: readonly WatchedPgClient[]): Promise<ReadonlySet<WatchedPgClient>> {
    const { config, probeTimeoutMs, hasSessionIds } = this.parts
    const probe = new pg.Client({ ...config, connectionTimeoutMillis: probeTimeoutMs }) as WatchedPgClient
    probe.on('error', () => {})
    const timer = setTimeout(
      () => probe.connection.stream.destroy(new UnresponsiveConnectionError('no answer')),
      probeTimeoutMs,
    )
    try {
      await probe.connect()
      const { rows } = await probe.query<{ pid: number }>(workingSessions, [suspects.map(({ processID }) => processID)])
      const pids = new Set(rows.map(({ pid }) => pid))
      return new Set(suspects.filter(({ processID }) => !hasSessionIds || pids.has(processID!)))
    } catch (error) {
      // Error 53300 (too many connections) comes from the server, so the server can be reached.
      const isUnreachable = isConnectionError(error as Error) && (error as { code?: string }).code !== '53300'
      return new Set(isUnreachable ? [] : suspects)
    } finally {
      clearTimeout(timer)
      probe.connection.stream.destroy()
    }
  }

  private closeSilent(client: WatchedPgClient, silentMs: number): void {
    const error = new UnresponsiveConnectionError(
      `Nothing came over the connection for ${Math.round(silentMs / 1000)} s.`,
    )
    client.connection.stream.destroy(error)
    // The idle connections use the same network path as the silent connection, so they may be lost too.
    this.dropIdle(error)
  }

  /** Closes the idle connections, so that the next request opens a new connection. */
  dropIdle(error: Error): void {
    for (const [client, { isInUse }] of this.connections) {
      if (isInUse) continue
      // This error makes the pool remove the connection at once. Otherwise the pool could use a closing connection.
      client.emit('error', error)
      client.connection.stream.destroy()
    }
  }
}
