import type { ReactNode } from 'react'
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import type { NodeKind } from '../../generated/operations.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { deleteAndDuplicateMutationsByLevel } from '../level-mutations.ts'
import { showDeletionToastWithUndo } from '../restore-from-trash.ts'

type DeleteItemDialogProps = {
  level: NodeKind
  id: string
  name: string
  /** The text that says what is deleted together with the item. */
  children: ReactNode
  /**
   * Whether the dialog invalidates the cached course queries. Default true. If false, `onDeleted` must invalidate them.
   */
  invalidatesQueries?: boolean
  /** Called after the deletion, before `onClose`. */
  onDeleted?(): void
  onClose(): void
}

/** Asks for confirmation, then deletes a course, module, lesson or block with everything inside. */
export function DeleteItemDialog({
  level,
  id,
  name,
  children,
  invalidatesQueries = true,
  onDeleted,
  onClose,
}: DeleteItemDialogProps) {
  const { run, isPending, error } = useIdempotentMutation(
    deleteAndDuplicateMutationsByLevel[level].delete,
    invalidatesQueries ? courseQueriesToInvalidate : [],
  )
  const confirm = async () => {
    const result = await run({ id })
    if (!result) return
    onDeleted?.()
    onClose()
    showDeletionToastWithUndo(name, result.deleted.trashId)
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
