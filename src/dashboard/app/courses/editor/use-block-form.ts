import { useEffect, useRef, useState } from 'react'
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

type Saved = { content: BlockContent; version: number | undefined }

/** The state of the form for a block, and the functions that save the block. */
export function useBlockForm({ blockToEdit, courseId, deletedLevel, isArchived, onAdded }: BlockFormProps) {
  const { block } = blockToEdit
  const type = getTypeOfBlockToEdit(blockToEdit)
  /** What the last save has stored. The page may not have loaded it yet. */
  const [lastSaved, setLastSaved] = useState<Saved & { version: number }>()
  const isLoaded = !lastSaved || (block && block.version >= lastSaved.version)
  const saved: Saved = isLoaded
    ? { content: block?.content ?? blockTypeDefinitions[type].initialContent, version: block?.version }
    : lastSaved
  const edit = useUnsavedEdit<BlockContent>(makeUnsavedEditNameOfBlockToEdit(blockToEdit), {
    saved: saved.content,
    version: saved.version,
    info: (content) => makeUnsavedEditListEntryOfBlock(blockToEdit, courseId, content),
  })
  const {
    save: saveBlock,
    updateContent,
    addAsNew,
    ...saving
  } = useSaveBlock(blockToEdit, edit.unansweredRequestStorage)
  const { isBusy, isConflict, clearError } = saving
  const [refused, setRefused] = useState<BlockContent>()
  const isOutdated = block !== undefined && edit.isDirty && edit.version !== saved.version && !isBusy && !deletedLevel

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
    setLastSaved({ content: isContentSaved ? sent : content, version })
    return edit.markSaved(isContentSaved ? sent : undefined, version, { name: makeUnsavedEditNameOfExistingBlock(id) })
  }

  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  /** Saves what was typed during a save, if the editor has gone meanwhile and so will not save it. */
  async function saveRest({ block: { id, version } }: BlockSaveResult): Promise<boolean> {
    const sent = edit.getLatestValue()
    if (hasPlaceholder(sent)) return false
    const updated = await updateContent(id, sent, version)
    return updated !== undefined && markSaved(sent, { block: updated, isContentSaved: true })
  }

  /** Saves the block. Returns whether the API has stored everything that the author has written. */
  async function save(expectedVersion = edit.version): Promise<boolean> {
    const sent = edit.value
    edit.markSent(sent)
    const result = await saveBlock(sent, expectedVersion)
    if (!result) {
      edit.markFailed()
      setRefused(sent)
      return false
    }
    const isAllSaved = markSaved(sent, result)
    if (!block) onAdded(result.block)
    return isAllSaved || (isGone.current && saveRest(result))
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
    edit,
    isSaved: lastSaved !== undefined,
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
