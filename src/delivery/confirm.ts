import type { SqlRunner } from '../platform/db/statement.ts'
import { getConnectionShareTenantId } from '../platform/db/tenant-context.ts'
import { type ConfirmedRelease, confirmationStatements, maxReleasesPerConfirmation } from './release.ts'

/**
 * A release whose outline this process has cached. `isLive` tells whether the release must be the live release. `hash`
 * is the hash of a lesson to read in the same statement, or null.
 */
type ReleaseToConfirm = { course: string; number: number; isLive: boolean; hash: string | null }
type By = keyof typeof confirmationStatements
type Waiting = ReleaseToConfirm & { resolve(found: ConfirmedRelease | undefined): void; reject(error: unknown): void }

/**
 * The releases to confirm at the end of the current turn of the event loop. They are grouped by workspace, by tenant,
 * and by whether the request contains the id or the slug of the course.
 */
const waitingBySql = new WeakMap<SqlRunner, Map<string, Waiting[]>>()

async function ask(sql: SqlRunner, workspaceId: string, by: By, batch: readonly Waiting[]): Promise<void> {
  try {
    const found = await sql.rows(confirmationStatements[by], [
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
 * settings, or undefined if learners cannot read it. Requests of one workspace in the same
 * turn of the event loop share an SQL statement.
 */
export function confirmCachedRelease(
  sql: SqlRunner,
  workspaceId: string,
  by: By,
  release: ReleaseToConfirm,
): Promise<ConfirmedRelease | undefined> {
  const waiting = waitingBySql.get(sql) ?? new Map<string, Waiting[]>()
  waitingBySql.set(sql, waiting)
  // Tenants never share a statement, because each statement uses a connection from the share of one tenant.
  const key = `${workspaceId} ${by} ${getConnectionShareTenantId() ?? ''}`
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
