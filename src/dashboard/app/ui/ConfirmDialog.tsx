import type { ReactNode } from 'react'
import { getErrorMessageForUser } from '../api/api-error.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Notice } from './Notice.tsx'

type ConfirmDialogProps = {
  title: string
  /** The label of the button that confirms, for example "Revoke key". */
  action: string
  isOpen: boolean
  isBusy: boolean
  error?: unknown
  onConfirm(): void
  onClose(): void
  children: ReactNode
}

/** Asks the user for confirmation before an action, such as a deletion. */
export function ConfirmDialog({
  title,
  action,
  isOpen,
  isBusy,
  error,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const actions = (
    <>
      <Button onPress={onClose} autoFocus>
        Cancel
      </Button>
      <Button variant="danger" isBusy={isBusy} onPress={onConfirm}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} isAlert actions={actions}>
      <div>{children}</div>
      {error ? <Notice variant="error">{getErrorMessageForUser(error)}</Notice> : null}
    </Dialog>
  )
}
