import type { z } from 'zod'
import type { JsonObject } from '../../operations/json-object.ts'
import type { TransactionalSqlRunner } from '../../platform/db/sql.ts'
import { ApiError, makeNotFoundError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { readTreeNodesByIds } from '../outline/reads/reads.ts'
import type { BlockRow } from '../outline/rows.ts'
import { updateBlockContentIfTypeMatches } from '../outline/writes/block-content-writes.ts'
import { updateTreeNode } from '../outline/writes/writes.ts'
import type { WritingCaller } from '../outline/writing-caller.ts'
import { stringifyContentAndFindAcceptingBlockTypes, validateAndStringifyContent } from './content.ts'
import type { blockChangeSchema } from './rules.ts'
import type { BlockType } from './types.ts'

/**
 * Changes a block. The content must match the block type. If the request contains only the type or only the content,
 * the function checks it against the stored block. If another request changes the block meanwhile and `version` is not
 * set, the function starts again.
 * @param version the version that the block must have; by default, every version is accepted
 * @throws ApiError `invalid_request`, `not_found`, or `precondition_failed` if the block has another version
 */
export async function updateBlock(
  sql: TransactionalSqlRunner,
  writer: WritingCaller,
  id: string,
  change: z.infer<typeof blockChangeSchema>,
  version?: number | null,
): Promise<BlockRow> {
  const { key, type, content, order } = change
  if (type === undefined && content === undefined)
    return updateTreeNode(sql, 'block', writer, id, { key }, { order, version })
  if (type !== undefined && content !== undefined)
    return updateTreeNode(
      sql,
      'block',
      writer,
      id,
      { key, type, content: validateAndStringifyContent(type, content) },
      { order, version },
    )
  if (content !== undefined && key === undefined && order == null && version == null && isUuid(id)) {
    const { text, types } = stringifyContentAndFindAcceptingBlockTypes(content)
    const changed = types.length > 0 ? await updateBlockContentIfTypeMatches(sql, writer, id, text, types) : undefined
    if (changed) return changed
  }
  const [block] = isUuid(id) ? await readTreeNodesByIds(sql, 'block', writer.workspaceId, [id]) : []
  if (!block) throw makeNotFoundError('Block')
  const next = type ?? (block.type as BlockType)
  const fields = {
    key,
    type: next,
    content: validateAndStringifyContent(next, content ?? (JSON.parse(block.content) as JsonObject)),
  }
  const expected =
    content === undefined ? { version: version ?? block.version } : { version, type: block.type as BlockType }
  return updateTreeNode(sql, 'block', writer, id, fields, { order, ...expected }).catch((error: unknown) => {
    const hasChanged = error instanceof ApiError && error.code === 'precondition_failed' && version == null
    if (hasChanged) return updateBlock(sql, writer, id, change)
    throw error
  })
}
