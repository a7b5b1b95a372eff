import type { JsonObject } from '../../operations/json-object.ts'
import type { TransactionalSqlRunner } from '../../platform/db/sql.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { makeInvalidRequestError, makeNotFoundError } from '../../platform/errors.ts'
import { isUuid, makeUuidV7 } from '../../platform/uuid.ts'
import type { Writer } from '../changes/writer.ts'
import { readTreeNodesByIds } from '../outline/reads/reads.ts'
import type { BlockRow } from '../outline/rows.ts'
import { makeVersionMismatchError } from '../outline/rules/version-mismatch.ts'
import { lockCourseOfNode } from '../outline/writes/locks.ts'
import { moveToTrash } from '../outline/writes/trash.ts'
import { createTreeNode, updateTreeNodeInOneStatement } from '../outline/writes/writes.ts'
import { type ContentHandling, stringifyContent, stringifyContentOrFindProblems } from './content.ts'

/** A block that a write replaces, and the version that it must have; without a version, any. */
type ExpectedBlock = { id: string; version?: number | null | undefined }

/** Reads a block of a locked course. @throws ApiError `not_found` or `precondition_failed` */
function findExpectedBlock(rows: readonly BlockRow[], { id, version }: ExpectedBlock): BlockRow {
  const row = rows.find((found) => found.id === id.toLowerCase())
  if (!row) throw makeNotFoundError('Block')
  if (version != null && version !== row.version) throw makeVersionMismatchError('Block', row.version)
  return row
}

/** Locks the course of `blocks[0]` and reads the blocks as they are until the transaction ends. */
async function lockBlocks(tx: SqlRunner, workspaceId: string, blocks: readonly ExpectedBlock[]): Promise<BlockRow[]> {
  if (!blocks.every(({ id }) => isUuid(id))) throw makeNotFoundError('Block')
  await lockCourseOfNode(tx, 'block', workspaceId, blocks[0]!.id)
  const rows = await readTreeNodesByIds(
    tx,
    'block',
    workspaceId,
    blocks.map(({ id }) => id),
  )
  return blocks.map((block) => findExpectedBlock(rows, block))
}

/** Returns the content of a text block with another text, as JSON. @throws ApiError `invalid_request` */
function replaceText({ type, content }: BlockRow, text: string, path: string, handling: ContentHandling): string {
  if (type !== 'text') throw makeInvalidRequestError([{ path: 'blockId', message: 'must be a block of the type text' }])
  const { text: _text, ...others } = JSON.parse(content) as JsonObject
  const stored = stringifyContentOrFindProblems('text', { ...others, text }, { handling })
  if ('problems' in stored) throw makeInvalidRequestError(stored.problems.map(({ message }) => ({ path, message })))
  return stored.text
}

/**
 * Splits a text block: it keeps `text`, and a new text block directly below it, with the same settings, gets `newText`.
 * @throws ApiError `not_found`, `precondition_failed`, `invalid_request`, or `conflict` if the lesson or course is full
 */
export async function splitBlock(
  sql: TransactionalSqlRunner,
  writer: Writer,
  block: ExpectedBlock,
  { text, newText }: { text: string; newText: string },
  handling: ContentHandling,
): Promise<{ block: BlockRow; newBlock: BlockRow }> {
  return sql.transaction(async (tx) => {
    const [row] = await lockBlocks(tx, writer.workspaceId, [block])
    const kept = replaceText(row!, text, 'text', handling)
    const { title: _title, ...moved } = JSON.parse(replaceText(row!, newText, 'newText', handling)) as JsonObject
    const changed = await updateTreeNodeInOneStatement(tx, 'block', writer, row!.id, { content: kept })
    const fields = { key: null, type: 'text', content: stringifyContent(moved) }
    return {
      block: changed,
      newBlock: await createTreeNode(tx, 'block', writer, row!.lessonId, fields, row!.order + 1),
    }
  })
}

/**
 * Joins a text block and another of its lesson: the first gets `text`, and the other goes to the trash.
 * @throws ApiError `not_found`, `precondition_failed` or `invalid_request`
 */
export async function joinBlocks(
  sql: TransactionalSqlRunner,
  writer: Writer,
  block: ExpectedBlock,
  { next, text }: { next: ExpectedBlock; text: string },
  handling: ContentHandling,
): Promise<{ block: BlockRow; trashId: string }> {
  return sql.transaction(async (tx) => {
    const [row, other] = await lockBlocks(tx, writer.workspaceId, [block, next])
    if (row!.id === other!.id || row!.lessonId !== other!.lessonId || other!.type !== 'text') {
      const message = 'must be another text block of the same lesson'
      throw makeInvalidRequestError([{ path: 'nextId', message }])
    }
    const content = replaceText(row!, text, 'text', handling)
    const changed = await updateTreeNodeInOneStatement(tx, 'block', writer, row!.id, { content })
    const trashId = makeUuidV7()
    await moveToTrash(tx, 'block', writer, other!.id, trashId)
    return { block: changed, trashId }
  })
}
