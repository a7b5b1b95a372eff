import type { Logger } from 'pino'
import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'
import { ApiError } from '../../../platform/errors.ts'
import { makeTenantLimiter } from '../../../platform/limits/share.ts'
import { firstBatchSize, nextBatchSize } from './batch-size.ts'
import { onPrimary } from './matches.ts'

// The function returns no row while another process indexes the workspace. See `prisma/sql/search_catch_up_batch.sql`.
const batch = defineSqlStatement<{ taken: number; failed: string }>(
  'search_catch_up_batch',
  'SELECT taken, failed FROM search_catch_up_batch($1, $2)',
  onPrimary,
)
// This recursive query jumps from workspace to workspace in an index, so it is fast with any number of changes.
const pendingWorkspaces = defineSqlStatement<{ workspaceId: string }>(
  'search_pending_workspaces',
  `WITH RECURSIVE w AS (
     (SELECT p.workspace_id FROM search_pending p WHERE p.workspace_id > $1::uuid ORDER BY p.workspace_id LIMIT 1)
     UNION ALL
     SELECT (SELECT p.workspace_id FROM search_pending p WHERE p.workspace_id > w.workspace_id ORDER BY p.workspace_id LIMIT 1)
     FROM w WHERE w.workspace_id IS NOT NULL
   )
   SELECT w.workspace_id AS "workspaceId" FROM w WHERE w.workspace_id IS NOT NULL LIMIT $2`,
  { ...onPrimary, acrossWorkspaces: true },
)

const lowestId = '00000000-0000-0000-0000-000000000000'
/** The maximum number of workspaces that the scheduled job indexes at the same time. Their batches take turns. */
const maxConcurrentRuns = 20
/** The maximum number of workspaces in the queue. Beyond this number, a search does not wait for the latest changes. */
const maxRunsOfSearches = 1000
/** The maximum time, in milliseconds, that a search waits until earlier changes are indexed. */
const maxWaitMs = 200
/** The delay before another attempt: `retryMs` if another process indexes the workspace, `pauseMs` after an error. */
const retryMs = 10
const pauseMs = 5_000

/** The indexing of one workspace. `waiting` has the functions that let waiting searches continue. */
type Run = { waiting: Set<() => void>; done: Promise<void> }

/**
 * Makes the object that updates the search index after a write. The write does not wait, because indexing takes longer
 * than the write itself. The index is updated in small transactions: one for each workspace, two in total.
 */
export function makeTextIndex(sql: SqlRunner, log: Logger) {
  const turns = makeTenantLimiter({ resource: 'text index', total: 2, perTenant: 1, waitMs: 10_000, maxWaiting: 1 })
  const runs = new Map<string, Run>()
  const pausedUntil = new Map<string, number>()
  let last = lowestId
  let isClosed = false

  const isPaused = (workspaceId: string) => (pausedUntil.get(workspaceId) ?? 0) > performance.now()

  function pause(workspaceId: string, error: unknown): void {
    // Two other workspaces were indexed during the whole wait. The scheduled job tries this workspace again.
    if (error instanceof ApiError && error.code === 'internal_error' && error.details.reason === 'text index') return
    pausedUntil.set(workspaceId, performance.now() + pauseMs)
    log.warn({ err: error, workspaceId }, 'a workspace could not be indexed; it is tried again')
  }

  /** Indexes batches until the workspace has no pending changes. */
  async function run(workspaceId: string, waiting: Run['waiting']): Promise<void> {
    let size = firstBatchSize
    while (true) {
      const release = await turns.acquire(workspaceId)
      if (isClosed) return release()
      const waitingBefore = [...waiting]
      const started = performance.now()
      const [result] = await sql.rows(batch, [workspaceId, size]).finally(release)
      for (const failure of JSON.parse(result?.failed ?? '[]') as object[])
        log.warn({ workspaceId, ...failure }, 'a record cannot be indexed; searches miss its words until it changes')
      if (result && result.taken < size) for (const resolve of waitingBefore) resolve()
      if (waiting.size === 0 && (!result || result.taken < size)) return
      if (result) size = nextBatchSize(size, performance.now() - started)
      else await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }

  function start(workspaceId: string): Run {
    const known = runs.get(workspaceId)
    if (known) return known
    const waiting: Run['waiting'] = new Set()
    // A search must not join a run that has finished. So the run is removed and its searches continue in the same turn.
    const forget = () => {
      runs.delete(workspaceId)
      for (const resolve of waiting) resolve()
    }
    const work = async () => {
      try {
        await run(workspaceId, waiting)
      } catch (error) {
        pause(workspaceId, error)
      } finally {
        forget()
      }
    }
    const started: Run = { waiting, done: work() }
    runs.set(workspaceId, started)
    return started
  }

  return {
    /** Waits until earlier changes are indexed, but at most 200 ms. After a timeout, indexing continues. */
    async waitUntilIndexed(workspaceId: string): Promise<void> {
      if (isPaused(workspaceId) || (runs.size >= maxRunsOfSearches && !runs.has(workspaceId))) return
      const { waiting } = start(workspaceId)
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(stopWaiting, maxWaitMs)
      function stopWaiting(): void {
        clearTimeout(timer)
        waiting.delete(stopWaiting)
        resolve()
      }
      waiting.add(stopWaiting)
      return promise
    },
    /**
     * Indexes the next workspaces with pending changes. A scheduled job calls this method, so that searches wait less.
     */
    async indexPendingChanges(): Promise<void> {
      for (const [workspaceId, until] of pausedUntil) if (until <= performance.now()) pausedUntil.delete(workspaceId)
      const limit = maxConcurrentRuns - runs.size
      if (limit <= 0) return
      const pending = await sql.rows(pendingWorkspaces, [last, limit])
      last = pending.length === limit ? pending.at(-1)!.workspaceId : lowestId
      const due = pending.filter(({ workspaceId }) => !isPaused(workspaceId))
      await Promise.all(due.map(({ workspaceId }) => start(workspaceId).done))
    },
    /** Starts no new batches and waits until the running batches end. */
    async close(): Promise<void> {
      isClosed = true
      await Promise.all([...runs.values()].map(({ done }) => done))
    },
  }
}
