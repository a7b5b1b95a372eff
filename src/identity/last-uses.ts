import type { Database } from '../platform/db/database.ts'
import { defineSqlStatement } from '../platform/db/statement.ts'
import { makeLruCache } from '../platform/lru-cache.ts'

const markUsed = defineSqlStatement<never>(
  'keys_used',
  `UPDATE api_keys k SET last_used_at = used.at FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) AS used (id, at, before)
   WHERE k.id = used.id AND (k.last_used_at IS NULL OR k.last_used_at <= used.before)`,
)

const flushMs = 500
const minIntervalMs = 60_000
const maxPending = 10_000

/**
 * Makes the recorder of last uses of API keys. The recorder writes to the database in the background, at most once a
 * minute for each key.
 */
export function makeApiKeyLastUseRecorder(db: Database) {
  const pending = new Map<string, number>()
  const recordedAt = makeLruCache<number>(maxPending)
  let flushTimer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  async function writePending(): Promise<void> {
    if (pending.size === 0) return
    const batch = [...pending]
    pending.clear()
    const timesBefore = (ms: number) => batch.map(([, at]) => new Date(at - ms).toISOString())
    await db.sql.rows(markUsed, [batch.map(([id]) => id), timesBefore(0), timesBefore(minIntervalMs)])
  }

  /** Writes the pending times, after those that are being written: a database that does not answer keeps one connection waiting. */
  function flush(): Promise<void> {
    clearTimeout(flushTimer)
    flushTimer = undefined
    writing = writing.catch(() => {}).then(writePending)
    return writing
  }

  return {
    flush,
    record(id: string): void {
      const now = Date.now()
      // The difference of the two times is negative if the clock of the machine has been set back.
      if (Math.abs(now - (recordedAt.get(id) ?? 0)) < minIntervalMs || pending.size >= maxPending) return
      recordedAt.set(id, now)
      pending.set(id, now)
      // A failed write is not repeated, because a later use of the API key writes a newer time.
      flushTimer ??= setTimeout(() => void flush().catch(() => {}), flushMs)
    },
  }
}
