import type { z } from 'zod'
import type { JsonObject } from '../../operations/json-object.ts'
import type { TransactionalSqlRunner } from '../../platform/db/sql.ts'
import { ApiError, makeNotFoundError } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { Writer } from '../changes/writer.ts'
import { readTreeNodesByIds } from '../outline/reads/reads.ts'
import type { BlockRow } from '../outline/rows.ts'
import { updateBlockContentIfTypeMatches } from '../outline/writes/block-content-writes.ts'
import { updateTreeNode } from '../outline/writes/writes.ts'
import {
  type ContentHandling,
  stringifyContentAndFindAcceptingBlockTypes,
  validateAndStringifyContent,
} from './content.ts'
import type { blockChangeSchema } from './rules.ts'
import type { BlockType } from './types.ts'

/**
 * Changes a block. The content must match the block type.
 * @param version the expected version of the block, or null
 * @throws ApiError `invalid_request`, or an error of `updateTreeNode`
 */
export async function updateBlock(
  sql: TransactionalSqlRunner,
  writer: Writer,
  id: string,
  change: z.infer<typeof blockChangeSchema>,
  { version, handling }: { version?: number | null | undefined; handling: ContentHandling },
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
      { key, type, content: validateAndStringifyContent(type, content, handling) },
      { order, version },
    )
  if (content !== undefined && key === undefined && order == null && version == null && isUuid(id)) {
    const { text, types } = stringifyContentAndFindAcceptingBlockTypes(content, handling)
    const changed = types.length > 0 ? await updateBlockContentIfTypeMatches(sql, writer, id, text, types) : undefined
    if (changed) return changed
  }
  // The request contains only the type or only the content. The stored block supplies the rest.
  const [block] = isUuid(id) ? await readTreeNodesByIds(sql, 'block', writer.workspaceId, [id]) : []
  if (!block) throw makeNotFoundError('Block')
  const next = type ?? (block.type as BlockType)
  const text = validateAndStringifyContent(next, content ?? (JSON.parse(block.content) as JsonObject), handling)
  const fields = { key, type, content: content && text }
  const expected =
    content === undefined ? { version: version ?? block.version } : { version, type: block.type as BlockType }
  return updateTreeNode(sql, 'block', writer, id, fields, { order, ...expected }).catch((error: unknown) => {
    const hasChanged = error instanceof ApiError && error.code === 'precondition_failed' && version == null
    // Another request has changed the block meanwhile, so the function starts again.
    if (hasChanged) return updateBlock(sql, writer, id, change, { handling })
    throw error
  })
}
