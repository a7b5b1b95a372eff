import type { BoundSqlStatement, SqlRunner } from '../../../platform/db/statement.ts'
import type { Writer } from '../../changes/writer.ts'
import type { LevelName } from '../levels.ts'
import { maxCourseRecords } from '../rules/course-size.ts'
import { bulkStatements } from './bulk-statements.ts'
import { makeJsonBatches } from './json-batches.ts'
import { copyToTrash, type TopmostDeletedNode } from './trash.ts'

/**
 * A module, lesson or block to insert or update, with further properties for the columns that an author sets. `version`
 * is only for inserts (default: 1).
 */
export type TreeRowToWrite = { id: string; parent: string; key: string | null; order: number; version?: number }

/**
 * Rows to insert or update. An iterable can make each row only when it is written, so that not all rows are in memory
 * at once.
 */
export type RowsToWrite = Iterable<TreeRowToWrite> & { readonly length: number }

/**
 * Reads all modules, lessons or blocks of a course, sorted by position. Reads at most `maxCourseRecords` rows and one
 * more, so that the caller notices a course that is too large.
 */
export const readTreeNodesWithContentDigests = <L extends LevelName>(
  tx: SqlRunner,
  name: L,
  workspaceId: string,
  courseId: string,
) => tx.rows(bulkStatements[name].current, [workspaceId, courseId, maxCourseRecords + 1])

/** A module, lesson or block of which only the position number changes. */
export type ShiftedRow = { id: string; order: number }

/** The rows that a write of a course tree changes, for each level. */
export type TreeRowChanges = Record<
  LevelName,
  {
    insert: RowsToWrite
    update: RowsToWrite
    /** The rows of which only the position number changes. */
    shift: ShiftedRow[]
    /** The ids of all deleted rows. */
    remove: string[]
    /** The deleted rows whose parents stay. Each row becomes one trash entry, with everything below the row. */
    removeRoots: TopmostDeletedNode[]
  }
>

const topDown: LevelName[] = ['module', 'lesson', 'block']

/**
 * Yields the SQL statements that insert, update and shift rows. Makes each statement only when the caller asks for it,
 * so that not all rows are in memory at once.
 */
function* makeWriteStatements(
  { workspaceId, callerId }: Writer,
  courseId: string,
  writes: TreeRowChanges,
): Generator<BoundSqlStatement<never>, void> {
  for (const name of topDown) {
    const { insert, update, shift } = writes[name]
    const statements = bulkStatements[name]
    for (const batch of makeJsonBatches(insert)) yield [statements.insert, [workspaceId, courseId, batch, callerId]]
    for (const batch of makeJsonBatches(update)) yield [statements.update, [workspaceId, batch, callerId]]
    if (shift.length > 0)
      yield [statements.shift, [workspaceId, shift.map(({ id }) => id), shift.map(({ order }) => order)]]
  }
}

/** Runs SQL statements in turn. While PostgreSQL runs one statement, this process makes the next. */
async function runOneByOne(tx: SqlRunner, statements: Iterable<BoundSqlStatement<never>>): Promise<void> {
  let running: Promise<unknown> | undefined
  for (const [statement, values] of statements) {
    await running
    running = tx.rows(statement, values)
    // If `statements` throws, nothing awaits `running`. The empty handler then prevents an unhandled rejection.
    // In all other cases, `await running` throws the error.
    running.catch(() => {})
  }
  await running
}

/**
 * Inserts, updates, shifts and deletes the rows of a course tree. The caller records the change of the course. If the function fails, the transaction must be rolled
 * back.
 */
export async function applyTreeRowChanges(
  tx: SqlRunner,
  writer: Writer,
  courseId: string,
  writes: TreeRowChanges,
): Promise<void> {
  await runOneByOne(tx, makeWriteStatements(writer, courseId, writes))
  // Lessons and blocks that moved out of a deleted parent already have a new parent, so the trash gets no copy of them.
  for (const name of topDown) await copyToTrash(tx, name, writer, writes[name].removeRoots)
  // Deletes run last, so that a moved lesson or block is not deleted together with its old parent.
  for (const name of topDown.toReversed()) {
    const { remove } = writes[name]
    if (remove.length > 0) await tx.rows(bulkStatements[name].remove, [writer.workspaceId, remove])
  }
}
