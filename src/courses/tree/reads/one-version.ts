import type { TransactionalSqlRunner } from '../../../platform/db/sql.ts'
import type { SqlRunner } from '../../../platform/db/statement.ts'

/**
 * The rows that one attempt has read, and the ids of the records to read again, because their courses changed during
 * the attempt.
 */
export type ReadAttemptResult<Row> = { rows: Row[]; changedIds: readonly string[] }

/** Two functions: `read` reads records by their ids, and `lock` locks the course of a record. */
export type RecordReaderAndCourseLocker<Row> = {
  read: (sql: SqlRunner, ids: readonly string[]) => Promise<ReadAttemptResult<Row>>
  lock: (tx: SqlRunner, id: string) => Promise<unknown>
}

/**
 * Reads records with everything below them, each from a single version of its course. A course that changes in all
 * `maxAttempts` reads is locked for a last read.
 */
export async function readRecordsAtOneCourseVersion<Row extends { id: string }>(
  sql: SqlRunner | TransactionalSqlRunner,
  ids: readonly string[],
  { read, lock }: RecordReaderAndCourseLocker<Row>,
  { maxAttempts }: { maxAttempts: number },
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>()
  let remaining = ids
  for (let attempt = 0; attempt < maxAttempts && remaining.length > 0; attempt++) {
    const { rows, changedIds } = await read(sql, remaining)
    const changed = new Set(changedIds)
    for (const row of rows) if (!changed.has(row.id)) found.set(row.id, row)
    remaining = changedIds
  }
  // Each course is locked in a separate transaction, so that two reads of the same courses do not deadlock.
  for (const id of remaining) {
    const readLocked = async (tx: SqlRunner) => {
      await lock(tx, id)
      return (await read(tx, [id])).rows
    }
    const [row] = 'transaction' in sql ? await sql.transaction(readLocked) : await readLocked(sql)
    if (row) found.set(id, row)
  }
  return found
}
