import { type ReactNode, useId } from 'react'
import { Form } from 'react-aria-components/Form'
import { Failure } from '../../data/failure.ts'
import { Button } from '../../parts/Button.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { Notice } from '../../parts/Notice.tsx'
import style from './Details.module.css'
import { NotSaved } from './NotSaved.tsx'

type FormDialogProps = {
  title: string
  /** What saving does, as a verb: "Create course". */
  action: string
  isBusy: boolean
  error: unknown
  /** Says that the text is an earlier one that was not saved. */
  isRestored: boolean
  onDiscard(): void
  onSave(): void
  onClose(): void
  /** What can be done where somebody else has saved in the meantime. */
  onOverwrite?: () => void
  children: ReactNode
}

/** A dialog with a form: Enter saves, what failed is said below, and what was typed stays. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, isBusy, error, isRestored, onDiscard, onSave, onClose, onOverwrite, children } = props
  const form = useId()
  const isConflict = error instanceof Failure && error.code === 'precondition_failed' && onOverwrite
  const actions = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button look="primary" type="submit" form={form} isBusy={isBusy}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isOpen onClose={onClose} actions={actions}>
      <Form
        id={form}
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onSave()
        }}
      >
        {isRestored && (
          <Notice
            action={
              <Button small onPress={onDiscard}>
                Discard
              </Button>
            }
          >
            This is what you typed before and did not save.
          </Notice>
        )}
        {children}
      </Form>
      {isConflict ? (
        <Notice
          look="warn"
          title="Somebody changed this in the meantime"
          action={
            <>
              <Button small onPress={onDiscard}>
                Use theirs
              </Button>
              <Button small onPress={onOverwrite}>
                Overwrite with mine
              </Button>
            </>
          }
        >
          What you typed is kept.
        </Notice>
      ) : error ? (
        <NotSaved error={error} />
      ) : null}
    </Dialog>
  )
}
