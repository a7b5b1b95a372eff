import type { SqlRunner } from '../platform/db/statement.ts'
import { getConnectionLimitTenantId } from '../platform/limits/tenant-context.ts'
import {
  maxReleasesPerBatch,
  type StillLiveRelease,
  type StillReadableRelease,
  stillLiveReleaseStatements,
  stillReadableReleaseStatements,
} from './release-confirmation.ts'

/** Says whether a request identifies the course by its id or by its slug. */
type By = 'byId' | 'bySlug'
type Found = { index: number }
type Waiting<Asked, Row> = { asked: Asked; resolve(found: Row | undefined): void; reject(error: unknown): void }

/**
 * Makes a function that asks the database whether learners can read a release. `read` answers up to
 * `maxReleasesPerBatch` calls with one SQL statement.
 */
function makeBatchedConfirmation<Asked, Row extends Found>(
  read: (sql: SqlRunner, workspaceId: string, by: By, asked: readonly Asked[]) => Promise<Row[]>,
) {
  /**
   * The calls of the returned function that wait for a result, grouped into batches. When the current turn of the event
   * loop ends, one SQL statement answers each batch.
   */
  const waitingBySql = new WeakMap<SqlRunner, Map<string, Waiting<Asked, Row>[]>>()

  async function readBatch(sql: SqlRunner, workspaceId: string, by: By, batch: readonly Waiting<Asked, Row>[]) {
    try {
      const asked = batch.map((one) => one.asked)
      const byIndex = new Map((await read(sql, workspaceId, by, asked)).map((row) => [row.index, row]))
      for (const [index, { resolve }] of batch.entries()) resolve(byIndex.get(index))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (sql: SqlRunner, workspaceId: string, by: By, asked: Asked): Promise<Row | undefined> => {
    const waiting = waitingBySql.get(sql) ?? new Map<string, Waiting<Asked, Row>[]>()
    waitingBySql.set(sql, waiting)
    // The database connection of a statement counts towards one tenant's limit. So each batch is for one tenant.
    const key = `${workspaceId} ${by} ${getConnectionLimitTenantId() ?? ''}`
    return new Promise((resolve, reject) => {
      const one = { asked, resolve, reject }
      const batch = waiting.get(key)
      if (batch && batch.length < maxReleasesPerBatch) return void batch.push(one)
      const next = [one]
      waiting.set(key, next)
      setImmediate(() => {
        if (waiting.get(key) === next) waiting.delete(key)
        void readBatch(sql, workspaceId, by, next)
      })
    })
  }
}

/**
 * A cached release to check. `isLive` is true if the release must still be the live one. `hash` is the stored hash of a
 * lesson that the statement also reads, or null.
 */
type ReleaseToConfirm = { course: string; number: number; isLive: boolean; hash: string | null }

/**
 * Asks the database whether learners can still read a cached release. Returns the release with its current schedule and
 * settings, or undefined.
 */
export const findStillReadableRelease = makeBatchedConfirmation<ReleaseToConfirm, StillReadableRelease>(
  (sql, workspaceId, by, asked) =>
    sql.rows(stillReadableReleaseStatements[by], [
      workspaceId,
      asked.map(({ course }) => course),
      asked.map(({ number }) => number),
      asked.map(({ isLive }) => isLive),
      asked.map(({ hash }) => hash),
    ]),
)

/**
 * Asks the database whether a cached release is still live. If the result is undefined, call
 * `findStillReadableRelease`, which takes ten times as long.
 */
export const findStillLiveRelease = makeBatchedConfirmation<{ course: string; number: number }, StillLiveRelease>(
  (sql, workspaceId, by, asked) =>
    sql.rows(stillLiveReleaseStatements[by], [
      workspaceId,
      asked.map(({ course }) => course),
      asked.map(({ number }) => number),
    ]),
)
