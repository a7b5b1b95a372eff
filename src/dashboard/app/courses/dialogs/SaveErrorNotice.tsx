import { ApiError, getErrorMessageForUser } from '../../api/api-error.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Says why saving failed. If single fields have errors, the form shows these errors next to the fields. */
export function SaveErrorNotice({ error }: { error: unknown }) {
  const hasFieldErrors = error instanceof ApiError && error.fields.length > 0
  return (
    <Notice variant="error" title="Not saved">
      {hasFieldErrors ? 'Correct the marked fields, then save again.' : getErrorMessageForUser(error)}
    </Notice>
  )
}
