import type { Logger } from 'pino'
import type { Database } from '../platform/db/database.ts'
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

function listColumns(counts: readonly Count[]): unknown[][] {
  const columnOf = <T>(read: (count: Count) => T) => counts.map(read)
  return [
    columnOf(({ workspaceId }) => workspaceId),
    columnOf(({ hour }) => new Date(hour).toISOString()),
    columnOf(({ requests }) => requests),
    columnOf(({ errors }) => errors),
  ]
}

/**
 * Makes a counter of responses by workspace and hour. The counter collects counts in memory. Two seconds after the
 * first response, the counter adds the counts to the database and starts again.
 */
export function makeRequestCounter(db: Pick<Database, 'sql' | 'listWorkspacesAway'>, log: Logger) {
  let counts = new Map<number, Map<string, Count>>()
  let size = 0
  let flushTimer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let hasFailed = false

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

  function takeCounts(): Count[] {
    const batch = [...counts.values()].flatMap((byWorkspace) => [...byWorkspace.values()])
    counts = new Map()
    size = 0
    return batch
  }

  /** Writes what can be written: after a failure, not the counts of workspaces whose node does not answer. */
  async function writeCounts(): Promise<void> {
    let batch = takeCounts()
    if (batch.length === 0) return
    try {
      const ids = [...new Set(batch.map(({ workspaceId }) => workspaceId))]
      const away = new Set(hasFailed ? await db.listWorkspacesAway?.(ids) : [])
      const { kept = [], written = [] } = Object.groupBy(batch, ({ workspaceId }) =>
        away.has(workspaceId) ? 'kept' : 'written',
      )
      kept.forEach(addCount)
      batch = written
      hasFailed = kept.length > 0
      if (written.length > 0) await db.sql.rows(addCounts, listColumns(written))
    } catch (error) {
      hasFailed = true
      log.warn({ err: error }, 'usage was not written and is tried again')
      batch.forEach(addCount)
    }
  }

  /** Writes the pending counts, after those that are being written: a node that does not answer keeps one connection waiting. */
  function flush(): Promise<void> {
    clearTimeout(flushTimer)
    flushTimer = undefined
    writing = writing.then(writeCounts)
    return writing
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
    flush,
    /** Deletes the request counts that are older than 400 days. */
    async deleteExpired(): Promise<void> {
      const before = new Date(Date.now() - retentionDays * 24 * hourMs).toISOString()
      for (const { workspaceId } of await db.sql.rows(workspacesWithExpired, [before]))
        await db.sql.rows(deleteBefore, [workspaceId, before])
    },
  }
}
