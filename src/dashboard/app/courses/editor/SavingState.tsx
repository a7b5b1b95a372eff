import { ApiError } from '../../api/api-error.ts'
import style from './Editor.module.css'
import type { useBlockForm } from './use-block-form.ts'

function describe({ edit, isBusy, error, isSaved }: ReturnType<typeof useBlockForm>): string {
  if (isBusy) return 'Saving …'
  if (!edit.isDirty) return isSaved ? 'Saved' : ''
  if (error instanceof ApiError && error.code === 'unreachable')
    return edit.isStored ? 'Offline: kept in this browser' : 'Offline'
  return error ? 'Not saved' : 'Saving …'
}

/** Says in one word whether what the author has written is saved. */
export const SavingState = ({ blockForm }: { blockForm: ReturnType<typeof useBlockForm> }) => (
  <span className={style.savingState} role="status">
    {describe(blockForm)}
  </span>
)
