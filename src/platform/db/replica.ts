import type { Logger } from 'pino'
import { ApiError } from '../errors.ts'
import type { SharedRedis } from '../redis/connection.ts'
import type { Database } from './database.ts'
import { makeSharedWritePositionStore } from './shared-write-positions.ts'
import type { TransactionalSqlRunner } from './sql.ts'
import { defineSqlStatement } from './statement.ts'

const pollMs = 200
/** The maximum replication lag. If the lag is longer, reads use the primary database. */
const maxLagMs = 30_000
/** If the replica does not answer for this many milliseconds, reads use the primary database. */
const answerTimeoutMs = 2_000
/**
 * The maximum number of workspaces in `lastWrites`. At this number, the single position `lastForgottenWrite` replaces
 * all entries.
 */
const maxRemembered = 10_000
/**
 * Redis stores the position of a workspace's last write for this many milliseconds. Later the position is unnecessary,
 * because reads use the replica only if its lag is below `maxLagMs`.
 */
const rememberedMs = 2 * maxLagMs

const primaryLsn = defineSqlStatement<{ at: string }>('written', 'SELECT pg_current_wal_insert_lsn()::text AS at')
const replicaLsn = defineSqlStatement<{ at: string | null }>('replayed', 'SELECT pg_last_wal_replay_lsn()::text AS at')

/** Converts a position in PostgreSQL's write-ahead log (LSN), such as `16/B374D848`, to a number. */
function parseLsn(text: string): bigint {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

type ReplicaParts = { primary: Database; replica: Database; redis: SharedRedis | undefined; log: Logger }

/** Chooses whether a workspace reads from the replica or from the primary database. */
export type ReplicaRouter = ReturnType<typeof makeReplicaRouter>

/**
 * Makes the router of reads. A workspace uses the replica only if the replica contains its last write, so clients see
 * their own writes.
 */
export function makeReplicaRouter({ primary, replica, redis, log }: ReplicaParts) {
  const shared = redis && makeSharedWritePositionStore(redis, rememberedMs)
  const lastWrites = new Map<string, bigint>()
  let lastForgottenWrite = 0n
  let answeredAt = Number.NEGATIVE_INFINITY
  let replayedLsn = 0n
  let caughtUpAt = Number.NEGATIVE_INFINITY
  let target: { at: number; lsn: bigint } | undefined
  let unknownWrites = 0
  let isUsed = false

  async function poll(): Promise<void> {
    const unknownBefore = unknownWrites
    const [[onReplica], [onPrimary]] = await Promise.all([
      replica.sql.rows(replicaLsn, []),
      primary.sql.rows(primaryLsn, []),
    ])
    if (!onReplica?.at) throw new Error('the database replays no log, so it is no replica')
    answeredAt = performance.now()
    replayedLsn = parseLsn(onReplica.at)
    // If `recordWrite` failed to read a position during this poll, its write may be later than `onPrimary`.
    // Then `onPrimary` must not become the target.
    if (unknownWrites !== unknownBefore) return
    target ??= { at: performance.now(), lsn: parseLsn(onPrimary!.at) }
    if (replayedLsn < target.lsn) return
    caughtUpAt = target.at
    target = undefined
    for (const [workspaceId, lsn] of lastWrites) if (lsn <= replayedLsn) lastWrites.delete(workspaceId)
  }

  function isFresh(): boolean {
    const now = performance.now()
    return now - caughtUpAt < maxLagMs && now - answeredAt < answerTimeoutMs
  }
  function logChange(error?: unknown): void {
    if (isUsed === isFresh()) return
    isUsed = !isUsed
    if (isUsed) log.info('reads go to the replica')
    else
      log.warn(
        { error: error instanceof Error ? error.message : error },
        'reads go to the primary instead of the replica',
      )
  }

  let timer: NodeJS.Timeout | undefined
  async function follow(): Promise<void> {
    await poll().then(
      () => logChange(),
      (error: unknown) => {
        caughtUpAt = Number.NEGATIVE_INFINITY
        logChange(error)
      },
    )
    timer = timer && setTimeout(follow, pollMs).unref()
  }
  timer = setTimeout(follow, 0)

  function remember(workspaceId: string, lsn: bigint): void {
    if (lastWrites.size >= maxRemembered) {
      lastWrites.clear()
      if (lsn > lastForgottenWrite) lastForgottenWrite = lsn
    }
    lastWrites.set(workspaceId, lsn)
  }

  async function lastWrite(workspaceId: string): Promise<bigint | undefined> {
    const own = lastWrites.get(workspaceId) ?? lastForgottenWrite
    if (!shared || own > replayedLsn) return own
    const stored = await shared.read(workspaceId)
    return stored === undefined ? undefined : parseLsn(stored ?? '0/0')
  }

  /** Runs a read on the replica. If the replica is unavailable, runs the same read on the primary database. */
  async function orPrimary<T>(onReplica: () => Promise<T>, onPrimary: () => Promise<T>): Promise<T> {
    try {
      return await onReplica()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503) throw error
      answeredAt = Number.NEGATIVE_INFINITY
      return onPrimary()
    }
  }

  const sql: TransactionalSqlRunner = {
    rows: (read, values) => {
      const onPrimary = () => primary.sql.rows(read, values)
      return read.onPrimary ? onPrimary() : orPrimary(() => replica.sql.rows(read, values), onPrimary)
    },
    pipeline: (reads, maxBytes) => {
      const onPrimary = () => primary.sql.pipeline(reads, maxBytes)
      const needsPrimary = reads.some(([read]) => read.onPrimary)
      return needsPrimary ? onPrimary() : orPrimary(() => replica.sql.pipeline(reads, maxBytes), onPrimary)
    },
    write: primary.sql.write,
    transaction: primary.sql.transaction,
  }
  const replicaReads: Database = { ...primary, sql }

  return {
    /** Returns the primary database, or the replica if it already contains all writes of the workspace. */
    async chooseReadDatabase(workspaceId: string): Promise<Database> {
      if (!isFresh()) return primary
      const lsn = await lastWrite(workspaceId)
      return lsn !== undefined && lsn <= replayedLsn ? replicaReads : primary
    },
    /**
     * Records the latest position in PostgreSQL's write-ahead log as the position of a workspace's write. Call this
     * after the write and before the response.
     */
    async recordWrite(workspaceId: string): Promise<void> {
      const [now] = await primary.sql.rows(primaryLsn, []).catch(() => [])
      if (!now) {
        // The position of this write is unknown, so all workspaces read from the primary until the replica has reached the
        // position that the primary has at the next poll.
        unknownWrites++
        caughtUpAt = Number.NEGATIVE_INFINITY
        target = undefined
        return
      }
      const lsn = parseLsn(now.at)
      const latest = lastWrites.get(workspaceId)
      // The positions of concurrent writes can arrive out of order. An earlier position must not replace a later one.
      if (latest !== undefined && lsn <= latest) return
      remember(workspaceId, lsn)
      await shared?.store(workspaceId, now.at)
    },
    close: async () => {
      clearTimeout(timer)
      timer = undefined
      await replica.close()
    },
  }
}
