import { useEffect, useState } from 'react'
import type { BlockPartsFragment } from '../../generated/operations.ts'
import { useUnsavedEdit } from '../../unsaved-edits/use-unsaved-edit.ts'
import type { BlockContent } from '../block-content/content.ts'
import { blockTypeDefinitions } from '../block-types/block-types.ts'
import { hasPlaceholder } from '../files/markdown-placeholder.ts'
import {
  type BlockToEdit,
  getTypeOfBlockToEdit,
  makeUnsavedEditListEntryOfBlock,
  makeUnsavedEditNameOfBlockToEdit,
  makeUnsavedEditNameOfExistingBlock,
} from './block-to-edit.ts'
import { type BlockSaveResult, useSaveBlock } from './use-save-block.ts'

export type BlockFormProps = {
  blockToEdit: BlockToEdit
  courseId: string
  /** Whether another tab or person has deleted the block or its lesson. Undefined if both still exist. */
  deletedLevel: 'block' | 'lesson' | undefined
  /** Whether the course is archived. If so, the author can copy the text, but not save it. */
  isArchived: boolean
  /** Called when a new block was saved. */
  onAdded(block: BlockPartsFragment): void
}

/** The state of the form for a block, and the functions that save the block. */
export function useBlockForm({ blockToEdit, courseId, deletedLevel, isArchived, onAdded }: BlockFormProps) {
  const { block } = blockToEdit
  const type = getTypeOfBlockToEdit(blockToEdit)
  const edit = useUnsavedEdit<BlockContent>(makeUnsavedEditNameOfBlockToEdit(blockToEdit), {
    saved: block?.content ?? blockTypeDefinitions[type].initialContent,
    version: block?.version,
    info: (content) => makeUnsavedEditListEntryOfBlock(blockToEdit, courseId, content),
  })
  const {
    save: saveBlock,
    updateContent,
    addAsNew,
    ...saving
  } = useSaveBlock(blockToEdit, edit.unansweredRequestStorage)
  const { clearError } = saving
  // A form that has gone may still be saving the block.
  const isBusy = saving.isBusy || edit.isSending
  const [refused, setRefused] = useState<BlockContent>()
  const isBehind = (edit.version ?? 0) < (edit.savedVersion ?? 0)
  const isOutdated = block !== undefined && edit.isDirty && isBehind && !isBusy && !deletedLevel
  const isConflict = saving.isConflict && isBehind
  // What was saved elsewhere was an earlier save of this edit, whose answer was lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it becomes known.
  useEffect(() => {
    if (saving.isConflict && !isBehind) clearError()
  }, [saving.isConflict, isBehind])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what an archived course has refused can be saved again after it.
  useEffect(() => {
    if (!isArchived) clearError()
  }, [isArchived])
  const isUploading = edit.isDirty && hasPlaceholder(edit.value)

  /** Returns whether the API has stored everything that the author has written. */
  function markSaved(
    sent: BlockContent,
    { block: { id, version, content }, isContentSaved }: BlockSaveResult,
  ): boolean {
    const name = makeUnsavedEditNameOfExistingBlock(id)
    return isContentSaved
      ? edit.markSaved(sent, version, { name })
      : edit.markSaved(undefined, version, { name, stored: content })
  }

  /** Saves what was typed during a save, if no editor is there that will save it. */
  async function saveRest({ block: { id, version } }: BlockSaveResult): Promise<boolean> {
    const sent = edit.getLatestValue()
    if (hasPlaceholder(sent)) return false
    edit.markSent(sent)
    const updated = await updateContent(id, sent, version)
    if (!updated) edit.markFailed()
    return updated !== undefined && markSaved(sent, { block: updated, isContentSaved: true })
  }

  /** Saves the block. Returns whether the API has stored everything that the author has written. */
  async function save(expectedVersion = edit.version): Promise<boolean> {
    // An editor that goes may have discarded the edit since it was drawn.
    if (!edit.hasLatest()) return true
    const sent = edit.getLatestValue()
    edit.markSent(sent)
    const result = await saveBlock(sent, expectedVersion)
    if (!result) {
      edit.markFailed()
      setRefused(sent)
      return false
    }
    const isAllSaved = markSaved(sent, result)
    if (!block) onAdded(result.block)
    return isAllSaved || (edit.isLeft() && saveRest(result))
  }
  async function addDeletedAgain(): Promise<void> {
    const sent = edit.value
    const result = await addAsNew(sent)
    if (!result) return
    markSaved(sent, result)
    onAdded(result.block)
  }
  return {
    ...saving,
    isBusy,
    isConflict,
    edit,
    isSaved: edit.isSaved,
    isOutdated,
    /** Whether there is something to save, and nothing that the author must decide first. */
    canSave: edit.isDirty && !isUploading && !isConflict && !isOutdated && !deletedLevel && !isArchived,
    /** Whether a text of the block still waits for a file. */
    isUploading,
    /** Whether the last save has failed, and the content is still the same. */
    hasFailed: saving.error !== null && edit.value === refused,
    save,
    addDeletedAgain,
  }
}
