import type { DraftListEntry } from '../../drafts/store.ts'
import type { BlockPartsFragment, BlockType } from '../../generated/operations.ts'
import type { BlockContent } from '../block-content/content.ts'
import { makeBlockTitle } from '../block-types/block-types.ts'
import { makeLessonEditorPath } from '../paths.ts'

/** The block that the block dialog edits: an existing block, or a new block at a position in a lesson. */
export type EditedBlock =
  | { block: BlockPartsFragment }
  | { block?: undefined; lessonId: string; type: BlockType; order?: number }

export const getEditedBlockType = (edited: EditedBlock): BlockType => (edited.block ? edited.block.type : edited.type)
export const getEditedBlockLessonId = (edited: EditedBlock): string =>
  edited.block ? edited.block.lessonId : edited.lessonId

/** Returns the name under which the draft of an existing block is stored. */
export const makeBlockDraftName = (blockId: string) => `block:${blockId}`

export const makeEditedBlockDraftName = (edited: EditedBlock): string =>
  edited.block ? makeBlockDraftName(edited.block.id) : `block:new:${edited.lessonId}:${edited.type}`

/**
 * Returns the entry for the list of unsaved drafts: the title of the block, and the URL path that opens the block
 * again.
 */
export function makeEditedBlockDraftListEntry(
  edited: EditedBlock,
  courseId: string,
  content: BlockContent,
): DraftListEntry {
  const type = getEditedBlockType(edited)
  const lessonId = getEditedBlockLessonId(edited)
  const path = makeLessonEditorPath(courseId, lessonId)
  const title = makeBlockTitle(type, content)
  if (edited.block) {
    const { id } = edited.block
    return { title, href: `${path}?block=${id}`, requires: { level: 'block', id }, blockType: type }
  }
  return { title, href: `${path}?new=${type}`, requires: { level: 'lesson', id: lessonId }, blockType: type }
}
