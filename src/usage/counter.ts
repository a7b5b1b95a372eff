import type { Logger } from 'pino'
import type { TransactionalSqlRunner } from '../platform/db/sql.ts'
import { defineSqlStatement } from '../platform/db/statement.ts'
import { maxStoredRequestCount } from './rules.ts'

type Count = { workspaceId: string; hour: number; requests: number; errors: number }

const hourMs = 3_600_000
const flushMs = 2000
const retentionDays = 400
/**
 * The maximum number of counters in memory. Each counter is for one workspace and one hour. While the database is
 * unavailable, the counters stay in memory. At the maximum, requests that need a new counter are not counted.
 */
const maxCounts = 50_000

const addCounts = defineSqlStatement<never>(
  'usage_add',
  `INSERT INTO usage_hours (workspace_id, hour, requests, errors)
   SELECT added.* FROM unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[]) AS added (workspace_id, hour, requests, errors)
     JOIN workspaces w ON w.id = added.workspace_id
   ORDER BY 1, 2
   ON CONFLICT (workspace_id, hour) DO UPDATE
     SET requests = least(usage_hours.requests::bigint + excluded.requests, ${maxStoredRequestCount}),
       errors = least(usage_hours.errors::bigint + excluded.errors, ${maxStoredRequestCount})`,
)

const workspacesWithExpired = defineSqlStatement<{ workspaceId: string }>(
  'usage_workspaces_with_expired',
  'SELECT DISTINCT u.workspace_id AS "workspaceId" FROM usage_hours u WHERE u.hour < $1::timestamptz',
  { acrossWorkspaces: true, onPrimary: true },
)
const deleteBefore = defineSqlStatement<never>(
  'usage_delete_expired',
  'DELETE FROM usage_hours u WHERE u.workspace_id = $1 AND u.hour < $2::timestamptz',
)

/**
 * Makes a counter of responses by workspace and hour. The counter collects counts in memory. Two seconds after the
 * first response, the counter adds the counts to the database and starts again.
 */
export function makeRequestCounter(sql: TransactionalSqlRunner, log: Logger) {
  let counts = new Map<number, Map<string, Count>>()
  let size = 0
  let flushTimer: NodeJS.Timeout | undefined

  function addCount({ workspaceId, hour, requests, errors }: Count): void {
    const byWorkspace = counts.get(hour) ?? new Map<string, Count>()
    counts.set(hour, byWorkspace)
    const count = byWorkspace.get(workspaceId)
    if (count) {
      count.requests += requests
      count.errors += errors
    } else if (size < maxCounts) {
      size++
      byWorkspace.set(workspaceId, { workspaceId, hour, requests, errors })
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(flushTimer)
    flushTimer = undefined
    const batch = [...counts.values()].flatMap((byWorkspace) => [...byWorkspace.values()])
    if (batch.length === 0) return
    counts = new Map()
    size = 0
    const columnOf = <T>(read: (count: Count) => T) => batch.map(read)
    const values = [
      columnOf((count) => count.workspaceId),
      columnOf((count) => new Date(count.hour).toISOString()),
      columnOf((count) => count.requests),
      columnOf((count) => count.errors),
    ]
    try {
      await sql.rows(addCounts, values)
    } catch (error) {
      log.warn({ err: error }, 'usage was not written and is tried again')
      batch.forEach(addCount)
    }
  }

  return {
    /** Counts one response of a workspace. A status of 400 or more also counts as an error. */
    record(workspaceId: string, status: number): void {
      addCount({
        workspaceId,
        hour: Math.floor(Date.now() / hourMs) * hourMs,
        requests: 1,
        errors: status >= 400 ? 1 : 0,
      })
      flushTimer ??= setTimeout(() => void flush(), flushMs)
    },
    /** Writes the pending counts to the database. */
    flush,
    /** Deletes the request counts that are older than 400 days. */
    async deleteExpired(): Promise<void> {
      const before = new Date(Date.now() - retentionDays * 24 * hourMs).toISOString()
      for (const { workspaceId } of await sql.rows(workspacesWithExpired, [before]))
        await sql.rows(deleteBefore, [workspaceId, before])
    },
  }
}
