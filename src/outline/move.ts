import { z } from 'zod'
import { check, isId, order } from '../checks.ts'
import { type Queries, type Sql, statement } from '../db/sql.ts'
import { ApiError, notFound } from '../errors.ts'
import { columnsOf, type Level, type LevelName, levels, titles } from './levels.ts'
import { touchCourse } from './locks.ts'
import { readByIds } from './reads.ts'
import type { Row } from './rows.ts'
import { stale } from './stale.ts'

// Both courses are held in the order of their ids, so that two moves in opposite directions do not wait for each other.
const holdOf = ({ table, parentTable }: Level) =>
  statement<{ id: string }>(
    `${table}_move_hold`,
    `SELECT c.id FROM courses c WHERE c.id IN (
       (SELECT t.course_id FROM ${table} t WHERE t.id = $2 AND t.workspace_id = $1),
       (SELECT p.${parentTable === 'courses' ? 'id' : 'course_id'} FROM ${parentTable} p WHERE p.id = $3 AND p.workspace_id = $1)
     ) ORDER BY c.id FOR NO KEY UPDATE`,
  )

function moveOf<L extends LevelName>(name: L) {
  const { table, parentColumn }: Level = levels[name]
  const parent = parentColumn === 'course_id' ? '' : `${parentColumn} = $3, `
  return statement<Row<L>>(
    `${table}_move`,
    `UPDATE ${table} t SET course_id = spot.course, ${parent}"order" = spot.spot, version = t.version + 1, updated_at = now()
     FROM place_${name}($1, $3, $4, $2) spot WHERE t.id = $2 AND t.workspace_id = $1
     RETURNING ${columnsOf(levels[name], 't')}`,
  )
}

type Moves = { [L in LevelName]: ReturnType<typeof moveOf<L>> }
const moves: Moves = { module: moveOf('module'), lesson: moveOf('lesson'), block: moveOf('block') }
const holds = { module: holdOf(levels.module), lesson: holdOf(levels.lesson), block: holdOf(levels.block) }

// What stands below a node that came into another course.
const follow = {
  module: [
    statement<never>(
      'lessons_follow_module',
      'UPDATE lessons t SET course_id = $3 WHERE t.module_id = $2 AND t.workspace_id = $1',
    ),
    statement<never>(
      'blocks_follow_module',
      'UPDATE blocks t SET course_id = $3 FROM lessons l WHERE t.lesson_id = l.id AND l.module_id = $2 AND t.workspace_id = $1',
    ),
  ],
  lesson: [
    statement<never>(
      'blocks_follow_lesson',
      'UPDATE blocks t SET course_id = $3 WHERE t.lesson_id = $2 AND t.workspace_id = $1',
    ),
  ],
  block: [],
}

const clash = statement<{ key: string }>(
  'keys_twice',
  `SELECT key FROM (
     SELECT key, id FROM modules WHERE course_id = $2 AND workspace_id = $1 UNION ALL
     SELECT key, id FROM lessons WHERE course_id = $2 AND workspace_id = $1 UNION ALL
     SELECT key, id FROM blocks WHERE course_id = $2 AND workspace_id = $1
   ) nodes WHERE key IS NOT NULL GROUP BY key HAVING count(*) > 1 LIMIT 10`,
)

async function mustKeepKeysUnique(tx: Queries, workspaceId: string, courseId: string): Promise<void> {
  const twice = await tx.rows(clash, [workspaceId, courseId])
  if (twice.length === 0) return
  const keys = twice.map(({ key }) => key)
  throw new ApiError('conflict', `The course has nodes with these keys already: ${keys.join(', ')}.`, {
    details: { keys },
  })
}

const placed = z.object({ order: order.nullish() })

/**
 * Puts a node under another parent of the workspace, also of another course, at `order` or after the last; what stands
 * below it goes along.
 * @throws ApiError `invalid_request`, `not_found`, `precondition_failed`, or `conflict` where the other course has a key of its own like one that comes
 */
export async function move<L extends LevelName>(
  sql: Sql,
  name: L,
  workspaceId: string,
  id: string,
  parentId: string,
  { version, ...place }: { order?: number | null; version?: number | null },
): Promise<Row<L>> {
  const { order } = check(placed, place)
  const level: Level = levels[name]
  if (!isId(id)) throw notFound(titles[name])
  if (!isId(parentId)) throw notFound(titles[level.parent])
  return sql.transaction(async (tx) => {
    await tx.rows(holds[name], [workspaceId, id, parentId])
    const [before] = await readByIds(tx, name, workspaceId, [id])
    if (!before) throw notFound(titles[name])
    if (version != null && version !== before.version) throw stale(titles[name], before.version)
    const [after] = await tx.rows(moves[name], [workspaceId, id, parentId, order ?? null])
    if (!after) throw notFound(titles[level.parent])
    if (after.courseId === before.courseId) return after
    for (const statement of follow[name]) await tx.rows(statement, [workspaceId, id, after.courseId])
    await mustKeepKeysUnique(tx, workspaceId, after.courseId)
    await touchCourse(tx, workspaceId, before.courseId)
    return after
  })
}
