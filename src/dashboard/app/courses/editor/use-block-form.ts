import { useDeferredValue, useState } from 'react'
import type { BlockPartsFragment } from '../../generated/operations.ts'
import { useUnsavedEdit } from '../../unsaved-edits/use-unsaved-edit.ts'
import type { BlockContent } from '../block-content/content.ts'
import { blockTypeDefinitions, getBlockTypeLabel } from '../block-types/block-types.ts'
import {
  type BlockToEdit,
  getTypeOfBlockToEdit,
  makeUnsavedEditListEntryOfBlock,
  makeUnsavedEditNameOfBlockToEdit,
  makeUnsavedEditNameOfExistingBlock,
} from './block-to-edit.ts'
import { type BlockSaveResult, useSaveBlock } from './use-save-block.ts'

export type BlockFormDialogProps = {
  blockToEdit: BlockToEdit
  courseId: string
  /** Whether another tab or person has deleted the block or its lesson. Undefined if both still exist. */
  deletedLevel: 'block' | 'lesson' | undefined
  /** Whether the course is archived. If so, the author can copy the text, but not save it. */
  isArchived: boolean
  /** Called after a save, with a message for screen readers. */
  onSaved(message: string): void
  /** Called when a new block was saved and the dialog stays open. */
  onAdded(block: BlockPartsFragment): void
  /** Called when the dialog closes. If the dialog closes because a new block was saved, `added` is this block. */
  onClose(added?: BlockPartsFragment): void
}

/** The state of the form for a block, and the functions that save the block. */
export function useBlockForm({
  blockToEdit,
  courseId,
  deletedLevel,
  isArchived,
  onSaved,
  onAdded,
  onClose,
}: BlockFormDialogProps) {
  const { block } = blockToEdit
  const type = getTypeOfBlockToEdit(blockToEdit)
  const label = getBlockTypeLabel(type)
  const edit = useUnsavedEdit<BlockContent>(makeUnsavedEditNameOfBlockToEdit(blockToEdit), {
    saved: block?.content ?? blockTypeDefinitions[type].initialContent,
    version: block?.version,
    info: (content) => makeUnsavedEditListEntryOfBlock(blockToEdit, courseId, content),
  })
  const { save, addAsNew, ...saving } = useSaveBlock(blockToEdit, edit.unansweredRequestStorage)
  const { isBusy } = saving
  const [isSaved, setSaved] = useState(false)
  /** The version that the last save has made. The page may not have loaded it yet. */
  const [savedVersion, setSavedVersion] = useState<number>()
  const preview = useDeferredValue(edit.value)
  const isOutdated = block !== undefined && edit.isDirty && edit.version !== block.version && !isBusy && !deletedLevel

  /**
   * Call this function after each save. If the API has stored the content `sent`, the function marks this content as
   * saved. Returns whether the API has stored everything that the author has written.
   */
  function markSaved(sent: BlockContent, { block: { id, version }, isContentSaved }: BlockSaveResult): boolean {
    setSavedVersion(version)
    return edit.markSaved(isContentSaved ? sent : undefined, version, { name: makeUnsavedEditNameOfExistingBlock(id) })
  }

  async function submit(expectedVersion: number | undefined, shouldClose: boolean): Promise<void> {
    if (isBusy || deletedLevel || isArchived) return
    if (block && !edit.isDirty) return shouldClose ? onClose() : setSaved(true)
    const sent = edit.value
    edit.markSent(sent)
    const result = await save(sent, expectedVersion)
    if (!result) return edit.markFailed()
    const isAllSaved = markSaved(sent, result)
    if (shouldClose && isAllSaved) {
      onSaved(`${label} saved.`)
      onClose(block ? undefined : result.block)
      return
    }
    setSaved(true)
    if (!block) onAdded(result.block)
  }
  async function addDeletedAgain(): Promise<void> {
    const sent = edit.value
    const result = await addAsNew(sent)
    if (!result) return
    if (!markSaved(sent, result)) return onAdded(result.block)
    onSaved(`${label} added.`)
    onClose(result.block)
  }
  return { ...saving, edit, preview, isSaved, savedVersion, isOutdated, submit, addDeletedAgain }
}
