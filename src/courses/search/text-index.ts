import type { Logger } from 'pino'
import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { ApiError } from '../../platform/errors.ts'
import { makeTenantLimiter } from '../../platform/limits/tenant-limiter.ts'
import { lowestId } from '../../platform/uuid.ts'
import { makeWorkspacesWithChangesSql } from '../changes/workspaces.ts'
import { firstIndexingBatchSize, makeIndexingBatchSizer } from './batch-size.ts'
import { readFromPrimaryOptions } from './matches.ts'

// The SQL function `search_catch_up_batch` returns no row while another process indexes the workspace.
const batch = defineSqlStatement<{ taken: number; failed: string }>(
  'search_catch_up_batch',
  'SELECT taken, failed FROM search_catch_up_batch($1, $2)',
  readFromPrimaryOptions,
)
const unindexed = makeWorkspacesWithChangesSql('h.search_cursor IS NOT NULL', 'h.created_at', '$2')
const unindexedWorkspaces = defineSqlStatement<{ workspaceId: string }>(
  'search_unindexed_workspaces',
  unindexed.text,
  unindexed.options,
)

/**
 * If this number of workspaces is being indexed, the scheduled job does not start to index further workspaces. The
 * workspaces take turns, because only two batches run at the same time.
 */
const maxConcurrentRuns = 20
/** If this number of workspaces is being indexed, a search in another workspace does not wait for the index. */
const maxRunsOfSearches = 1000
// Indexing a large import takes PostgreSQL about as much CPU time as the import itself.
// The limit `maxChangesPerJob` spreads this work over several runs of the job.
/**
 * The maximum number of changes of a workspace that one run of the scheduled job indexes. A large import is indexed in
 * several runs.
 */
const maxChangesPerJob = 1000
/** The maximum time, in milliseconds, that a search waits until earlier changes are indexed. */
const maxWaitMs = 200
/** The delay, in milliseconds, before the next attempt if another process is indexing the workspace. */
const retryMs = 10
/** The delay, in milliseconds, before the next attempt to index a workspace after an error. */
const pauseMs = 5_000

/**
 * A run that indexes the changes of a workspace. Each function in `waiting` lets a search continue. If `isForSearch` is
 * true, a search needs the changes, so the run does not stop after `maxChangesPerJob` changes.
 */
type Run = { waiting: Set<() => void>; isForSearch: boolean }
type StartedRun = Run & { done: Promise<void> }

/**
 * Makes the search indexer, which updates the search index in the background, in small batches, so that writes do not
 * wait for the index.
 */
export function makeSearchIndexer(sql: SqlRunner, log: Logger) {
  const turns = makeTenantLimiter({ resource: 'text index', total: 2, perTenant: 1, waitMs: 10_000, maxWaiting: 1 })
  const runs = new Map<string, StartedRun>()
  const pausedUntil = new Map<string, number>()
  let last = lowestId
  let isClosed = false

  const isPaused = (workspaceId: string) => (pausedUntil.get(workspaceId) ?? 0) > performance.now()

  function pause(workspaceId: string, error: unknown): void {
    // The limiter throws this error if a workspace waits too long for a turn. This is no failure of the indexing.
    if (error instanceof ApiError && error.code === 'internal_error' && error.details.reason === 'text index') return
    pausedUntil.set(workspaceId, performance.now() + pauseMs)
    log.warn({ err: error, workspaceId }, 'a workspace could not be indexed; it is tried again')
  }

  /**
   * Indexes the pending changes of a workspace in batches. If no search needs them, stops after `maxChangesPerJob`
   * changes.
   */
  async function indexChanges(workspaceId: string, run: Run): Promise<void> {
    const { waiting } = run
    const computeNextSize = makeIndexingBatchSizer()
    let size = firstIndexingBatchSize
    let indexed = 0
    while (run.isForSearch || indexed < maxChangesPerJob) {
      const release = await turns.acquire(workspaceId)
      if (isClosed) return release()
      const waitingBefore = [...waiting]
      const started = performance.now()
      const [result] = await sql.rows(batch, [workspaceId, size]).finally(release)
      for (const failure of JSON.parse(result?.failed ?? '[]') as object[])
        log.warn({ workspaceId, ...failure }, 'a record cannot be indexed; searches miss its words until it changes')
      if (result && result.taken < size) for (const resolve of waitingBefore) resolve()
      if (waiting.size === 0 && (!result || result.taken < size)) return
      indexed += result?.taken ?? 0
      if (result) size = computeNextSize(size, performance.now() - started)
      else await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }

  function start(workspaceId: string): StartedRun {
    const known = runs.get(workspaceId)
    if (known) return known
    const run: Run = { waiting: new Set(), isForSearch: false }
    /**
     * Removes the run from `runs` and lets the waiting searches continue, in one synchronous step. So no search can
     * start to wait for a run that has ended.
     */
    const forget = () => {
      runs.delete(workspaceId)
      for (const resolve of run.waiting) resolve()
    }
    const work = async () => {
      try {
        await indexChanges(workspaceId, run)
      } catch (error) {
        pause(workspaceId, error)
      } finally {
        forget()
      }
    }
    const started = Object.assign(run, { done: work() })
    runs.set(workspaceId, started)
    return started
  }

  return {
    /** Waits until earlier changes of a workspace are indexed, but at most 200 ms. Indexing continues after 200 ms. */
    async waitUntilIndexed(workspaceId: string): Promise<void> {
      if (isPaused(workspaceId) || (runs.size >= maxRunsOfSearches && !runs.has(workspaceId))) return
      const run = start(workspaceId)
      run.isForSearch = true
      const { waiting } = run
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
    /** Indexes the next workspaces with pending changes. A scheduled job calls this method. */
    async indexPendingChanges(): Promise<void> {
      for (const [workspaceId, until] of pausedUntil) if (until <= performance.now()) pausedUntil.delete(workspaceId)
      const limit = maxConcurrentRuns - runs.size
      if (limit <= 0) return
      const pending = await sql.rows(unindexedWorkspaces, [last, limit])
      last = pending.length === limit ? pending.at(-1)!.workspaceId : lowestId
      const due = pending.filter(({ workspaceId }) => !isPaused(workspaceId))
      await Promise.all(due.map(({ workspaceId }) => start(workspaceId).done))
    },
    /**
     * Returns the number of workspaces whose indexing is paused after an error. A pause that has ended is still counted
     * until the scheduled job runs next.
     */
    pausedCount: () => pausedUntil.size,
    /** Starts no new indexing batches, and waits until the running indexing batches end. */
    async close(): Promise<void> {
      isClosed = true
      await Promise.all([...runs.values()].map(({ done }) => done))
    },
  }
}
