import type { Logger } from 'pino'
import { type Sql, statement } from '../db/sql.ts'

type Count = { workspaceId: string; hour: number; requests: number; errors: number }

const hourMs = 3_600_000
const flushMs = 2000
const keptDays = 400

const add = statement<never>(
  'usage_add',
  `INSERT INTO usage_hours (workspace_id, hour, requests, errors)
   SELECT added.* FROM unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[]) AS added (workspace_id, hour, requests, errors)
     JOIN workspaces w ON w.id = added.workspace_id
   ORDER BY 1, 2
   ON CONFLICT (workspace_id, hour) DO UPDATE
     SET requests = usage_hours.requests + excluded.requests, errors = usage_hours.errors + excluded.errors`,
)

const sweep = statement<never>('usage_sweep', `DELETE FROM usage_hours WHERE hour < $1::timestamptz`)

/** Counts answered requests by workspace and hour. */
export type UsageCounter = ReturnType<typeof makeUsageCounter>

/** Keeps counts in memory and adds them to the table every two seconds, off every request's path. */
export function makeUsageCounter(sql: Sql, log: Logger) {
  let counts = new Map<number, Map<string, Count>>()
  let flushing: NodeJS.Timeout | undefined

  function put({ workspaceId, hour, requests, errors }: Count): void {
    const ofHour = counts.get(hour) ?? new Map<string, Count>()
    counts.set(hour, ofHour)
    const count = ofHour.get(workspaceId)
    if (count) {
      count.requests += requests
      count.errors += errors
    } else ofHour.set(workspaceId, { workspaceId, hour, requests, errors })
  }

  async function flush(): Promise<void> {
    clearTimeout(flushing)
    flushing = undefined
    const batch = [...counts.values()].flatMap((ofHour) => [...ofHour.values()])
    if (batch.length === 0) return
    counts = new Map()
    const column = <T>(read: (count: Count) => T) => batch.map(read)
    const values = [
      column((count) => count.workspaceId),
      column((count) => new Date(count.hour).toISOString()),
      column((count) => count.requests),
      column((count) => count.errors),
    ]
    try {
      await sql.rows(add, values)
    } catch (error) {
      log.warn({ err: error }, 'usage was not written; it is tried again')
      batch.forEach(put)
    }
  }

  return {
    /** Notes a request that has been answered with `status`. */
    note(workspaceId: string, status: number): void {
      put({ workspaceId, hour: Math.floor(Date.now() / hourMs) * hourMs, requests: 1, errors: status >= 400 ? 1 : 0 })
      flushing ??= setTimeout(() => void flush(), flushMs)
    },
    /** Writes what is still to be written. */
    flush,
    /** Forgets what is older than any chart shows. */
    sweep: () => sql.rows(sweep, [new Date(Date.now() - keptDays * 24 * hourMs).toISOString()]),
  }
}
