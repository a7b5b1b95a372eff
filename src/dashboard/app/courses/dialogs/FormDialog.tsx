import { type ReactNode, useId } from 'react'
import { Form } from 'react-aria-components/Form'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { BrowserStorageFullNotice } from './BrowserStorageFullNotice.tsx'
import style from './Dialogs.module.css'
import { RestoredUnsavedEditNotice } from './RestoredUnsavedEditNotice.tsx'
import { SavedElsewhereNotice } from './SavedElsewhereNotice.tsx'
import { SaveErrorNotice } from './SaveErrorNotice.tsx'
import { useCloseConfirmation } from './use-close-confirmation.tsx'

type FormDialogProps = {
  title: string
  /** The label of the button that saves, for example "Create course". */
  action: string
  isBusy: boolean
  error: unknown
  /** Whether the form shows an unsaved edit from an earlier visit. */
  isRestored?: boolean
  /** Whether the browser could store the unsaved edit. False if the space for unsaved edits is full. Default true. */
  isStored?: boolean
  /** Whether another tab or person has saved a newer version of the edited item. */
  isConflict?: boolean
  onDiscard?: () => void
  /** All text of the form. If the edited item was deleted, the dialog shows a button that copies this text. */
  text?: string
  onSave(): void
  onClose(): void
  /**
   * Saves the form over a newer saved version. After a conflict, the dialog shows a button that calls this function.
   */
  onOverwrite?: () => void
  children: ReactNode
}

/** Shows a dialog with a form. The Enter key saves the form, and after an error the form keeps the author's text. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, isBusy, isRestored, isStored = true, children, onDiscard, onSave, onClose } = props
  const formId = useId()
  const { close, question } = useCloseConfirmation({ isStored, onDiscard, onSave, onClose })
  const actions = (
    <>
      <Button onPress={close}>Cancel</Button>
      <Button variant="primary" type="submit" form={formId} isBusy={isBusy}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isOpen onClose={close} actions={actions}>
      <Form
        id={formId}
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onSave()
        }}
      >
        {isRestored && <RestoredUnsavedEditNotice onDiscard={onDiscard} />}
        {children}
      </Form>
      {!isStored && <BrowserStorageFullNotice />}
      <FormError {...props} />
      {question}
    </Dialog>
  )
}

function FormError({ error, isConflict, text, onDiscard, onOverwrite }: FormDialogProps) {
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'not_found' && text !== undefined) {
    return (
      <Notice variant="error" title="This was deleted" action={<CopyButton text={text} label="Copy text" />}>
        It was deleted in another tab or by another person. Your text is still here, and stored in this browser.
      </Notice>
    )
  }
  if ((isConflict || code === 'precondition_failed') && onOverwrite) {
    return <SavedElsewhereNotice onUseSaved={onDiscard} onOverwrite={onOverwrite} />
  }
  return error ? <SaveErrorNotice error={error} /> : null
}
