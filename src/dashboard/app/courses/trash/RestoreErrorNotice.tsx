import { ApiError, getErrorMessageForUser } from '../../api/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import style from './Trash.module.css'

type RestoreErrorNoticeProps = { error: unknown; isBusy: boolean; onRestoreBoth(parentTrashId: string): void }

/**
 * Says why a course, module, lesson or block was not restored. If the parent of the item is in the trash too, a button
 * restores the item and its parent.
 */
export function RestoreErrorNotice({ error, isBusy, onRestoreBoth }: RestoreErrorNoticeProps) {
  const { reason, trashId } = error instanceof ApiError ? error.details : {}
  const parentTrashId = reason === 'parent_deleted' && typeof trashId === 'string' ? trashId : undefined
  return (
    <div className={style.error}>
      {parentTrashId === undefined ? (
        <Notice variant="error" title="Not restored">
          {getErrorMessageForUser(error)}
        </Notice>
      ) : (
        <Notice
          variant="error"
          title="Not restored: what it belonged to is in the trash too"
          action={
            <Button isSmall isBusy={isBusy} onPress={() => onRestoreBoth(parentTrashId)}>
              Restore both
            </Button>
          }
        >
          It needs the course, module or lesson that it was in.
        </Notice>
      )}
    </div>
  )
}
