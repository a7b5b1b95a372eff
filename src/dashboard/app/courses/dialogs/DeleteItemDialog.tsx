import type { ReactNode } from 'react'
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import type { NodeKind } from '../../generated/operations.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { deleteAndDuplicateMutations } from '../level-mutations.ts'
import { showDeletedToast } from '../restore-from-trash.ts'

type DeleteItemDialogProps = {
  level: NodeKind
  id: string
  name: string
  /** The text that says what else is deleted. */
  children: ReactNode
  /**
   * Called after the deletion. If `onDeleted` is set, `onDeleted` must also invalidate the cached queries of the
   * course.
   */
  onDeleted?(): void
  onClose(): void
}

/** Asks for confirmation, then deletes a course, module, lesson or block with everything inside. */
export function DeleteItemDialog({ level, id, name, children, onDeleted, onClose }: DeleteItemDialogProps) {
  // A component that sets `onDeleted` first leaves the page, so that the page does not fetch the deleted item again.
  const { run, isPending, error } = useIdempotentMutation(
    deleteAndDuplicateMutations[level].delete,
    onDeleted ? [] : courseQueriesToInvalidate,
  )
  const confirm = async () => {
    const result = await run({ id })
    if (!result) return
    onDeleted?.()
    onClose()
    showDeletedToast(name, result.deleted.trashId)
  }
  return (
    <ConfirmDialog
      title={`Delete this ${level}?`}
      action={`Delete ${level}`}
      isOpen
      isBusy={isPending}
      error={error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {children}
      <p>It stays in the trash for 30 days.</p>
    </ConfirmDialog>
  )
}
