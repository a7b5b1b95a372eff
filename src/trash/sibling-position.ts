import { makeChangeParameters } from '../courses/changes/record-change.ts'
import type { Writer } from '../courses/changes/writer.ts'
import { type LevelDefinition, type LevelName, levelDefinitions } from '../courses/outline/levels.ts'
import { awaitWriteOrThrowTooManyRecords } from '../courses/outline/rules/course-size.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import type { TrashEntryRow } from './entries.ts'
import { makeRecordRestoredSql } from './record-restored.ts'

/** The sibling after which a restored record returns: the closest earlier sibling that is not in the trash itself. */
type PreviousSibling = {
  /** The id of this earlier sibling. Null if every earlier sibling is in the trash, or if there was none. */
  id: string | null
  /** The position of this earlier sibling. Null if `id` is null, or if the parent no longer contains this sibling. */
  order: number | null
  /**
   * The position of the sibling that follows this earlier sibling, or of the first sibling if `order` is null. Null if
   * there is no such sibling.
   */
  nextOrder: number | null
}

/** The maximum number of deleted siblings that the SQL skips in its search for the preceding sibling. */
const maxSteps = 1000

function statementsOf(name: LevelName) {
  const { table, parentColumn }: LevelDefinition = levelDefinitions[name]
  const siblings = `${table} s WHERE s.workspace_id = $1 AND s.${parentColumn} = $2`
  return {
    // If the previous sibling is in the trash too, the SQL goes back to the sibling before it, and so on.
    previous: defineSqlStatement<PreviousSibling>(
      `${table}_place_before_delete`,
      `WITH RECURSIVE before AS (
         SELECT $3::uuid AS id, 0 AS step
         UNION ALL
         SELECT d.previous_id, b.step + 1 FROM before b CROSS JOIN LATERAL (
           SELECT t.previous_id FROM trash t WHERE t.workspace_id = $1 AND t.node_id = b.id AND t.parent_id = $2
           ORDER BY t.id DESC LIMIT 1
         ) d WHERE b.step < ${maxSteps} AND NOT EXISTS (SELECT 1 FROM ${siblings} AND s.id = b.id)
       ), last AS (SELECT b.id FROM before b ORDER BY b.step DESC LIMIT 1),
       found AS (SELECT l.id, (SELECT s."order" FROM ${siblings} AND s.id = l.id) AS "order" FROM last l)
       SELECT f.id, f."order", (SELECT min(s."order") FROM ${siblings} AND s."order" > coalesce(f."order", -1)) AS "nextOrder"
       FROM found f`,
    ),
    place: defineSqlStatement<{ position: number; courseId: string }>(
      `${table}_place_restored`,
      `WITH place AS (SELECT * FROM place_${name}($1, $2, $3, NULL)), recorded AS (${makeRecordRestoredSql(
        { firstParameter: 5, courseId: 'p.course_id', treeVersion: 'p.tree_version', from: 'place p' },
        '$4',
      )})
       SELECT p.position, p.course_id AS "courseId" FROM place p`,
    ),
  }
}

const statements = { module: statementsOf('module'), lesson: statementsOf('lesson'), block: statementsOf('block') }

/** Returns the position of a restored record among its siblings, or null to put the record at the end. */
function choosePosition({ id, order, nextOrder }: PreviousSibling, oldOrder: number): number | null {
  if (id !== null && order === null) return null
  const previous = order ?? -1
  const isFree = oldOrder > previous && (nextOrder === null || oldOrder < nextOrder)
  return isFree ? oldOrder : previous + 1
}

/**
 * Finds the position of a restored record, moves later siblings if it is taken, and increases the tree version of the
 * locked course. Returns undefined if the parent no longer exists.
 * @throws ApiError `conflict`
 */
export async function reservePositionForRestoredNode(
  tx: SqlRunner,
  level: LevelName,
  writer: Writer,
  { id, nodeId, parentId, previousId, order }: TrashEntryRow,
): Promise<{ position: number; courseId: string } | undefined> {
  const { workspaceId } = writer
  const { previous, place } = statements[level]
  const [before] = await tx.rows(previous, [workspaceId, parentId, previousId])
  const change = makeChangeParameters(writer, [{ level, id: nodeId, change: 'restored' }])
  const parameters = [workspaceId, parentId, choosePosition(before!, order!), id, ...change]
  const [found] = await awaitWriteOrThrowTooManyRecords(tx.rows(place, parameters))
  return found
}
