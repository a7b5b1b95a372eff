import type { Logger } from 'pino'
import type { Database } from './client.ts'
import type { Shared } from './redis.ts'
import { type Sql, statement } from './sql.ts'

const everyMs = 200
/** A replica that is further behind than this, or silent for so long, is left alone. */
const mostBehindMs = 30_000
/** Longer than any replica that is used can be behind. */
const marksLiveMs = 2 * mostBehindMs

const written = statement<{ at: string }>('written', 'SELECT pg_current_wal_insert_lsn()::text AS at')
const replayed = statement<{ at: string | null }>('replayed', 'SELECT pg_last_wal_replay_lsn()::text AS at')

/** A place in PostgreSQL's log, `16/B374D848`, as a number that grows. */
function placeOf(text: string): bigint {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

type Parts = { primary: Database; replica: Database; redis: Shared | undefined; log: Logger }

/** Which database a workspace may read from. */
export type Replica = ReturnType<typeof followReplica>

/**
 * Follows a streaming replica. A workspace reads from it once it has replayed the log as far as that workspace's last
 * write, in any process (Redis) or this one; so everybody reads their own writes, however far it is behind.
 */
export function followReplica({ primary, replica, redis, log }: Parts) {
  const marks = new Map<string, bigint>()
  let reached = 0n
  let fresh = Number.NEGATIVE_INFINITY
  let ahead: { at: number; place: bigint } | undefined
  let used = false

  async function look(): Promise<void> {
    const [[is], [shall]] = await Promise.all([replica.sql.rows(replayed, []), primary.sql.rows(written, [])])
    if (!is?.at) throw new Error('it replays no log, so it is no replica')
    reached = placeOf(is.at)
    ahead ??= { at: performance.now(), place: placeOf(shall!.at) }
    if (reached < ahead.place) return
    fresh = ahead.at
    ahead = undefined
    for (const [workspaceId, place] of marks) if (place <= reached) marks.delete(workspaceId)
  }

  const isFresh = () => performance.now() - fresh < mostBehindMs
  function tell(error?: unknown): void {
    if (used === isFresh()) return
    used = !used
    if (used) log.info('the replica is read from')
    else log.warn({ error: error instanceof Error ? error.message : error }, 'the replica is left alone')
  }

  let timer: NodeJS.Timeout | undefined
  async function follow(): Promise<void> {
    await look().then(
      () => tell(),
      (error: unknown) => {
        fresh = Number.NEGATIVE_INFINITY
        tell(error)
      },
    )
    timer = timer && setTimeout(follow, everyMs).unref()
  }
  timer = setTimeout(follow, 0)

  const keyOf = (workspaceId: string) => `coursewright:written:${workspaceId}`

  async function lastWrite(workspaceId: string): Promise<bigint | undefined> {
    const own = marks.get(workspaceId) ?? 0n
    if (!redis || own > reached) return own
    if (!redis.answers()) return undefined
    const told = await redis.client.get(keyOf(workspaceId)).catch(redis.failed)
    return told === undefined ? undefined : placeOf(told ?? '0/0')
  }

  const sql: Sql = {
    rows: (asked, values) => (asked.onPrimary ? primary : replica).sql.rows(asked, values),
    together: (asks) => (asks.some(([asked]) => asked.onPrimary) ? primary : replica).sql.together(asks),
    write: primary.sql.write,
    transaction: primary.sql.transaction,
  }
  const readable: Database = { ...primary, sql }

  return {
    /** The database that has all that the workspace wrote. */
    async databaseOf(workspaceId: string): Promise<Database> {
      if (!isFresh()) return primary
      const place = await lastWrite(workspaceId)
      return place !== undefined && place <= reached ? readable : primary
    },
    /** Notes that the workspace has just written, before it is told so. */
    async wrote(workspaceId: string): Promise<void> {
      const [now] = await primary.sql.rows(written, []).catch(() => [])
      if (!now) {
        // Until the replica has caught up with what is known later.
        fresh = Number.NEGATIVE_INFINITY
        ahead = undefined
        return
      }
      marks.set(workspaceId, placeOf(now.at))
      if (redis?.answers()) await redis.client.set(keyOf(workspaceId), now.at, 'PX', marksLiveMs).catch(redis.failed)
    },
    close: async () => {
      clearTimeout(timer)
      timer = undefined
      await replica.close()
    },
  }
}
