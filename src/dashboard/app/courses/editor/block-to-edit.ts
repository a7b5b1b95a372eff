import type { BlockPartsFragment, BlockType } from '../../generated/operations.ts'
import type { UnsavedEditListEntry } from '../../unsaved-edits/store.ts'
import type { BlockContent } from '../block-content/content.ts'
import { makeBlockTitle } from '../block-types/block-types.ts'
import { makeLessonEditorPath } from '../paths.ts'

/**
 * The block that the block dialog edits: an existing block or a new block. `after` is the id of the block above the new
 * block. `order` is the position of the new block. Without `order`, the new block becomes the last block. `draft` tells
 * several new blocks of a type apart.
 */
export type BlockToEdit =
  | { block: BlockPartsFragment }
  | { block?: undefined; lessonId: string; type: BlockType; after?: string; order?: number; draft?: string }

export const getTypeOfBlockToEdit = (blockToEdit: BlockToEdit): BlockType =>
  blockToEdit.block ? blockToEdit.block.type : blockToEdit.type
export const getLessonIdOfBlockToEdit = (blockToEdit: BlockToEdit): string =>
  blockToEdit.block ? blockToEdit.block.lessonId : blockToEdit.lessonId

/** Returns the name under which the unsaved edit of an existing block is stored. */
export const makeUnsavedEditNameOfExistingBlock = (blockId: string) => `block:${blockId}`

export const makeUnsavedEditNameOfBlockToEdit = (blockToEdit: BlockToEdit): string =>
  blockToEdit.block
    ? makeUnsavedEditNameOfExistingBlock(blockToEdit.block.id)
    : ['block:new', blockToEdit.lessonId, blockToEdit.type, blockToEdit.draft].filter(Boolean).join(':')

/**
 * Returns the entry for the list of unsaved edits: the title of the block, and the URL path that opens the block
 * again.
 */
export function makeUnsavedEditListEntryOfBlock(
  blockToEdit: BlockToEdit,
  courseId: string,
  content: BlockContent,
): UnsavedEditListEntry {
  const type = getTypeOfBlockToEdit(blockToEdit)
  const lessonId = getLessonIdOfBlockToEdit(blockToEdit)
  const path = makeLessonEditorPath(courseId, lessonId)
  const title = makeBlockTitle(type, content)
  if (blockToEdit.block) {
    const { id } = blockToEdit.block
    return { title, href: `${path}?block=${id}`, requires: { level: 'block', id }, blockType: type }
  }
  const { after, draft } = blockToEdit
  const position = new URLSearchParams({ new: type, ...(after && { after }), ...(draft && { draft }) })
  return { title, href: `${path}?${position}`, requires: { level: 'lesson', id: lessonId }, blockType: type }
}
