import { z } from 'zod'
import { check, isId } from '../checks.ts'
import { type Queries, type Sql, statement } from '../db/sql.ts'
import { ApiError, notFound } from '../errors.ts'
import { type Level, type LevelName, levels, titles } from './levels.ts'
import { holdParent, touchCourse } from './locks.ts'
import { readChildren } from './reads.ts'
import type { Row } from './rows.ts'

/** The identifiers of all children, in order. A body of 1 MB has no room for more. */
export const idList = z.array(z.string()).max(25_000, 'must name at most 25,000 children')
const ordered = z.object({ ids: idList.transform((ids) => ids.map((id) => id.toLowerCase())) })

const orderOf = ({ table }: Level) =>
  statement<never>(
    `${table}_reorder`,
    `UPDATE ${table} t SET "order" = n.position - 1, version = t.version + 1, updated_at = now()
     FROM unnest($2::uuid[]) WITH ORDINALITY AS n (id, position)
     WHERE t.id = n.id AND t.workspace_id = $1 AND t."order" <> n.position - 1`,
  )
const orders = { module: orderOf(levels.module), lesson: orderOf(levels.lesson), block: orderOf(levels.block) }

/** Exactly the present children, each once. @throws ApiError `invalid_request` naming what is missing, foreign or double */
function mustNameAll(present: readonly { id: string }[], ids: readonly string[]): void {
  const here = new Set(present.map(({ id }) => id))
  const named = new Set(ids)
  const missing = [...here].filter((id) => !named.has(id))
  const foreign = [...named].filter((id) => !here.has(id))
  const seen = new Set<string>()
  const double = ids.filter((id) => seen.size === seen.add(id).size)
  if (missing.length + foreign.length + double.length === 0) return
  const message = 'ids: must name each present child exactly once; see details.'
  const fields = [{ path: 'ids', message: 'must name each present child exactly once' }]
  throw new ApiError('invalid_request', message, { details: { fields, missing, foreign, double } })
}

/**
 * Puts a parent's children in the order of `ids`, numbered from 0; children that are in that order already are not written.
 * @throws ApiError `not_found`, `invalid_request`, or `precondition_failed` at another tree version than expected
 */
export async function reorder<L extends LevelName>(
  sql: Sql,
  name: L,
  workspaceId: string,
  parentId: string,
  sent: readonly string[],
  treeVersion?: number | null,
): Promise<Row<L>[]> {
  if (!isId(parentId)) throw notFound(titles[levels[name].parent])
  const { ids } = check(ordered, { ids: sent })
  return sql.transaction(async (tx: Queries) => {
    const course = await holdParent(tx, name, workspaceId, parentId, treeVersion)
    const present = await readChildren(tx, name, workspaceId, [parentId])
    mustNameAll(present, ids)
    if (present.every(({ id }, index) => id === ids[index])) return present
    await tx.rows(orders[name], [workspaceId, ids])
    await touchCourse(tx, workspaceId, course.id)
    return readChildren(tx, name, workspaceId, [parentId])
  })
}
