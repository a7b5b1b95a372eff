import { z } from 'zod'
import { parseInput } from '../../../operations/validation.ts'
import type { TransactionalSqlRunner } from '../../../platform/db/sql.ts'
import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'
import { ApiError, makeNotFoundError } from '../../../platform/errors.ts'
import { isUuid } from '../../../platform/uuid.ts'
import type { Writer } from '../../changes/writer.ts'
import { type LevelDefinition, type LevelName, levelDefinitions, recordTypeTitles } from '../levels.ts'
import { readChildrenOfParents } from '../reads/reads.ts'
import type { TreeNodeRow } from '../rows.ts'
import { increaseTreeVersion, lockCourseOfParent } from './locks.ts'

/** The maximum number of ids in a new order. A request body of 1 MB cannot contain more ids. */
export const maxChildIds = 25_000

/** The Zod schema for the ids of a new order. */
export const childIdsSchema = z.array(z.string()).max(maxChildIds, 'must name at most 25,000 children')
const ordered = z.object({ ids: childIdsSchema.transform((ids) => ids.map((id) => id.toLowerCase())) })

// The rows are read by the list of ids, and joined as in `bulk-statements.ts`.
// The version of a record does not count changes of the position, so the SQL leaves `version` unchanged.
const orderOf = ({ table }: LevelDefinition) =>
  defineSqlStatement<never>(
    `${table}_reorder`,
    `UPDATE ${table} t SET "order" = n.position - 1 FROM unnest($2::uuid[]) WITH ORDINALITY AS n (id, position)
     WHERE t.workspace_id = $1 AND t.id::text = n.id::text AND t.id = ANY($2) AND t."order" <> n.position - 1`,
  )
const orders = {
  module: orderOf(levelDefinitions.module),
  lesson: orderOf(levelDefinitions.lesson),
  block: orderOf(levelDefinitions.block),
}

/**
 * Checks that `ids` contains the id of each child of the parent exactly once.
 * @throws ApiError `invalid_request` that lists the missing, unknown and repeated ids
 */
function mustNameAll(present: readonly { id: string }[], ids: readonly string[]): void {
  const here = new Set(present.map(({ id }) => id))
  const named = new Set(ids)
  const missing = [...here].filter((id) => !named.has(id))
  const foreign = [...named].filter((id) => !here.has(id))
  const seen = new Set<string>()
  const double = ids.filter((id) => seen.size === seen.add(id).size)
  if (missing.length + foreign.length + double.length === 0) return
  const message = 'ids: must contain the id of each child exactly once; see details.'
  const fields = [{ path: 'ids', message: 'must contain the id of each child exactly once' }]
  throw new ApiError('invalid_request', message, { details: { fields, missing, foreign, double } })
}

/**
 * Reorders the children of a parent. `sent` contains the id of each child, in the new order.
 * @throws ApiError `not_found`, `invalid_request`, or `precondition_failed` if the course has another tree version
 */
export async function reorderChildren<L extends LevelName>(
  sql: TransactionalSqlRunner,
  name: L,
  writer: Writer,
  parentId: string,
  sent: readonly string[],
  treeVersion?: number | null,
): Promise<TreeNodeRow<L>[]> {
  const { workspaceId } = writer
  if (!isUuid(parentId)) throw makeNotFoundError(recordTypeTitles[levelDefinitions[name].parent])
  const { ids } = parseInput(ordered, { ids: sent })
  return sql.transaction(async (tx: SqlRunner) => {
    const course = await lockCourseOfParent(tx, name, workspaceId, parentId, treeVersion)
    const present = await readChildrenOfParents(tx, name, workspaceId, [parentId])
    mustNameAll(present, ids)
    if (present.every(({ id }, index) => id === ids[index])) return present
    await tx.rows(orders[name], [workspaceId, ids])
    const orderOfId = new Map(present.map(({ id, order }) => [id, order]))
    const moved = ids.filter((id, index) => orderOfId.get(id) !== index)
    const nodes = moved.map((id) => ({ level: name, id, change: 'moved' as const, fields: ['order'] }))
    await increaseTreeVersion(tx, writer, course.id, nodes)
    return readChildrenOfParents(tx, name, workspaceId, [parentId])
  })
}
