import { useState } from 'react'
import type { BlockPartsFragment } from '../../generated/operations.ts'
import { BlockFormDialog } from './BlockFormDialog.tsx'
import type { BlockToEdit } from './block-to-edit.ts'
import { atStart, type useBlockDialogStateInUrl } from './use-block-dialog-state-in-url.ts'
import { useBlockOrLastKnownVersion } from './use-block-or-last-known-version.ts'

type OpenBlockDialogProps = ReturnType<typeof useBlockDialogStateInUrl> & {
  courseId: string
  lessonId: string
  /**
   * The blocks of the lesson, or undefined until the lesson is loaded. If the lesson does not exist, the list is empty.
   */
  blocks: readonly BlockPartsFragment[] | undefined
  isLessonDeleted: boolean
  /** Whether the course is archived. If so, nothing can be saved. */
  isArchived: boolean
  onSaved(message: string): void
  /** Called when the dialog closes after a new block was saved. `id` is the id of the new block. */
  onAdded(id: string): void
}

/** Returns the position directly below the block with the id `after`, 0 for `atStart`, or undefined if there is no such block. */
function orderBelow(blocks: readonly BlockPartsFragment[], after: string | undefined): number | undefined {
  if (after === atStart) return 0
  const above = blocks.find(({ id }) => id === after)
  return above && above.order + 1
}

/** Shows the dialog for the block that the page's URL names. */
export function BlockDialogFromUrl(props: OpenBlockDialogProps) {
  const { open, replaceNewBlock, close, courseId, lessonId, blocks, isLessonDeleted, isArchived, onSaved, onAdded } =
    props
  // The dialog keeps its React key when a new block gets an id, so that the form keeps the focus and the cursor.
  const [added, setAdded] = useState<{ key: string; id: string }>()
  const found = useBlockOrLastKnownVersion(open && 'blockId' in open ? open.blockId : undefined, lessonId, blocks)
  if (!open || !blocks) return null
  let blockToEdit: BlockToEdit
  let key: string
  if ('blockId' in open) {
    if (!found) return null
    blockToEdit = { block: found.block }
    key = added?.id === open.blockId ? added.key : open.blockId
  } else {
    blockToEdit = { lessonId, type: open.type, after: open.after, order: orderBelow(blocks, open.after) }
    key = open.type
  }
  return (
    <BlockFormDialog
      key={key}
      blockToEdit={blockToEdit}
      courseId={courseId}
      deletedLevel={isLessonDeleted ? 'lesson' : found?.isDeleted ? 'block' : undefined}
      isArchived={isArchived}
      onSaved={onSaved}
      onAdded={({ id }) => {
        setAdded({ key, id })
        replaceNewBlock(id)
      }}
      onClose={(block) => {
        setAdded(undefined)
        close()
        const id = block?.id ?? added?.id
        if (id !== undefined) onAdded(id)
      }}
    />
  )
}
