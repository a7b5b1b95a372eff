import { useRef } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { BlockDocument, type BlockPartsFragment } from '../../generated/operations.ts'
import { readUnsavedEditOfThisTab } from '../../unsaved-edits/store.ts'
import { blockTypeDefinitions } from '../block-types/block-types.ts'
import { makeUnsavedEditNameOfExistingBlock } from './block-to-edit.ts'

/**
 * Makes a block from the unsaved edit of a deleted block, so that the form can show the edit. Returns undefined if this
 * tab has no unsaved edit of the block.
 */
function makeStandInForDeletedBlock(id: string, lessonId: string): BlockPartsFragment | undefined {
  const unsavedEdit = readUnsavedEditOfThisTab(makeUnsavedEditNameOfExistingBlock(id))
  const type = unsavedEdit?.info.blockType
  return (
    type && {
      id,
      lessonId,
      type,
      content: blockTypeDefinitions[type].initialContent,
      contentWarnings: [],
      assets: [],
      order: 0,
      version: unsavedEdit.version ?? 1,
    }
  )
}

/**
 * Returns a block and whether it is deleted. For a deleted block, returns the last known version, so that no text is
 * lost.
 */
export function useBlockOrLastKnownVersion(
  blockId: string | undefined,
  lessonId: string,
  blocks: readonly BlockPartsFragment[] | undefined,
) {
  const last = useRef<BlockPartsFragment>(undefined)
  const listed = blocks?.find(({ id }) => id === blockId)
  const isMissing = blockId !== undefined && blocks !== undefined && !listed
  const { data, error } = useApiQuery(BlockDocument, { id: blockId ?? '' }, { isEnabled: isMissing })
  const isDeleted = isMissing && error instanceof ApiError && error.code === 'not_found'
  const found = listed ?? (isMissing && !isDeleted ? data?.block : undefined)
  if (found) last.current = found
  if (blockId === undefined) return undefined
  if (found) return { block: found, isDeleted: false }
  const lastKnown = last.current?.id === blockId ? last.current : undefined
  const block = lastKnown ?? (isDeleted ? makeStandInForDeletedBlock(blockId, lessonId) : undefined)
  return block && { block, isDeleted }
}
