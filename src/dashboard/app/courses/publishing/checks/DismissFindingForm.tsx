import { useState } from 'react'
import { getErrorMessageForUser } from '../../../api/api-error.ts'
import { useIdempotentMutation } from '../../../api/use-idempotent-mutation.ts'
import { DismissFindingDocument } from '../../../generated/later-operations.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import style from './Checks.module.css'
import { findingQueriesToInvalidate } from './findings.ts'

const maxReasonChars = 500

type DismissFindingFormProps = { courseId: string; findingId: string; onDismissed(): void; onCancel(): void }

/** Asks for the reason why a finding is dismissed, then dismisses the finding. */
export function DismissFindingForm({ courseId, findingId, onDismissed, onCancel }: DismissFindingFormProps) {
  const [reason, setReason] = useState('')
  const { run, isPending, error } = useIdempotentMutation(DismissFindingDocument, findingQueriesToInvalidate)
  async function dismiss(): Promise<void> {
    if (await run({ id: courseId, finding: findingId, reason: reason.trim() || undefined })) onDismissed()
  }
  return (
    <form
      className={style.dismiss}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) void dismiss()
      }}
    >
      <TextField
        label="Why is this no problem? (optional)"
        autoFocus
        maxLength={maxReasonChars}
        value={reason}
        onChange={setReason}
      />
      <div className={style.actions}>
        <Button isSmall type="submit" isBusy={isPending}>
          Dismiss finding
        </Button>
        <Button isSmall variant="quiet" onPress={onCancel}>
          Cancel
        </Button>
      </div>
      {error && <Notice variant="error">{getErrorMessageForUser(error)}</Notice>}
    </form>
  )
}
