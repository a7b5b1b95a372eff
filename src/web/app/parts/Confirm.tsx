import type { ReactNode } from 'react'
import { tellFailure } from '../data/failure.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Notice } from './Notice.tsx'

type ConfirmProps = {
  title: string
  /** What the button does, as a verb: "Revoke key". */
  action: string
  isOpen: boolean
  isBusy: boolean
  error?: unknown
  onConfirm(): void
  onClose(): void
  children: ReactNode
}

/** Asks before something that cannot be undone. */
export function Confirm({ title, action, isOpen, isBusy, error, onConfirm, onClose, children }: ConfirmProps) {
  const actions = (
    <>
      <Button onPress={onClose} autoFocus>
        Cancel
      </Button>
      <Button look="danger" isBusy={isBusy} onPress={onConfirm}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} isAlert actions={actions}>
      <div>{children}</div>
      {error ? <Notice look="bad">{tellFailure(error)}</Notice> : null}
    </Dialog>
  )
}
