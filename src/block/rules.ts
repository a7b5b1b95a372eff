import { z } from 'zod'
import type { Json } from '../builder.ts'
import { isId, kept, order } from '../checks.ts'
import type { Sql } from '../db/sql.ts'
import { ApiError, notFound } from '../errors.ts'
import { readByIds } from '../outline/reads.ts'
import type { BlockRow } from '../outline/rows.ts'
import { changeChild, changeContent } from '../outline/writes.ts'
import { mustFit, textOf, typesFitting } from './content.ts'
import { type BlockType, blockTypes } from './kinds.ts'

const type = z.enum(blockTypes)
const content = z.custom<Json>()

export const newBlock = z.object({ type, content, order: order.nullish() })
export const blockChange = z.object({ type: kept(type), content: kept(content), order: kept(order) })

/**
 * Changes a block. Type and content must fit each other: a content alone is written where the block has one of the types
 * that it fits. Else the half that is not sent is read first and both are written; a type alone is written only while
 * the content is the one that was read.
 * @throws ApiError `invalid_request`, `not_found`, or `precondition_failed` where a version was expected
 */
export async function changeBlock(
  sql: Sql,
  workspaceId: string,
  id: string,
  change: z.infer<typeof blockChange>,
  version?: number | null,
): Promise<BlockRow> {
  const { type, content, order } = change
  if (type === undefined && content === undefined)
    return changeChild(sql, 'block', workspaceId, id, {}, { order, version })
  if (type !== undefined && content !== undefined)
    return changeChild(sql, 'block', workspaceId, id, { type, content: mustFit(type, content) }, { order, version })
  if (content !== undefined && order == null && version == null && isId(id)) {
    const changed = await changeContent(sql, workspaceId, id, textOf(content), typesFitting(content))
    if (changed) return changed
  }
  const [block] = isId(id) ? await readByIds(sql, 'block', workspaceId, [id]) : []
  if (!block) throw notFound('Block')
  const next = type ?? (block.type as BlockType)
  const fields = { type: next, content: mustFit(next, content ?? (JSON.parse(block.content) as Json)) }
  const guard = version ?? (content === undefined ? block.version : undefined)
  return changeChild(sql, 'block', workspaceId, id, fields, { order, version: guard }).catch((error: unknown) => {
    const moved = error instanceof ApiError && error.code === 'precondition_failed' && version == null
    if (moved) return changeBlock(sql, workspaceId, id, change)
    throw error
  })
}
