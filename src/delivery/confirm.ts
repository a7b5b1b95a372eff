import type { SqlRunner } from '../platform/db/statement.ts'
import { getConnectionLimitTenantId } from '../platform/db/tenant-context.ts'
import { type ConfirmedRelease, maxReleasesPerConfirmation, releaseStillReadableStatements } from './release.ts'

/**
 * A release whose outline this process has cached. The process asks the database whether learners can still read the
 * release. If `isLive` is true, the release must be the live release. `hash` is the hash of a lesson that the same SQL
 * statement reads, or null.
 */
type ReleaseToConfirm = { course: string; number: number; isLive: boolean; hash: string | null }
type By = keyof typeof releaseStillReadableStatements
type Waiting = ReleaseToConfirm & { resolve(found: ConfirmedRelease | undefined): void; reject(error: unknown): void }

/**
 * The releases to confirm at the end of the current turn of the event loop, for each `SqlRunner`. They are grouped by
 * workspace, by tenant, and by whether the request contains the id or the slug of the course.
 */
const waitingBySql = new WeakMap<SqlRunner, Map<string, Waiting[]>>()

async function ask(sql: SqlRunner, workspaceId: string, by: By, batch: readonly Waiting[]): Promise<void> {
  try {
    const found = await sql.rows(releaseStillReadableStatements[by], [
      workspaceId,
      batch.map(({ course }) => course),
      batch.map(({ number }) => number),
      batch.map(({ isLive }) => isLive),
      batch.map(({ hash }) => hash),
    ])
    const byIndex = new Map(found.map((row) => [row.index, row]))
    for (const [index, { resolve }] of batch.entries()) resolve(byIndex.get(index))
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

/**
 * Asks the database whether learners can still read a cached release. Returns the release with its current schedule and
 * settings, or undefined if learners can no longer read it. Calls in the same turn of the event loop share an SQL
 * statement if they are for the same workspace and tenant.
 */
export function confirmCachedRelease(
  sql: SqlRunner,
  workspaceId: string,
  by: By,
  release: ReleaseToConfirm,
): Promise<ConfirmedRelease | undefined> {
  const waiting = waitingBySql.get(sql) ?? new Map<string, Waiting[]>()
  waitingBySql.set(sql, waiting)
  // Two tenants never share a statement. A statement uses a database connection, which counts towards the limit of only
  // one tenant.
  const key = `${workspaceId} ${by} ${getConnectionLimitTenantId() ?? ''}`
  return new Promise((resolve, reject) => {
    const asked = { ...release, resolve, reject }
    const batch = waiting.get(key)
    if (batch && batch.length < maxReleasesPerConfirmation) return void batch.push(asked)
    const next = [asked]
    waiting.set(key, next)
    setImmediate(() => {
      if (waiting.get(key) === next) waiting.delete(key)
      void ask(sql, workspaceId, by, next)
    })
  })
}
