import { v4 } from 'uuid'
import { getErrorMessageForUser } from '../api/api-error.ts'
import { invalidateQueries, invalidateQueriesInOtherTabs } from '../api/query-client.ts'
import { runGraphqlOperation } from '../api/request.ts'
import { RestoreTrashEntryDocument } from '../generated/later-operations.ts'
import { showErrorToast, showToast, undoLabel } from '../ui/toast-queue.ts'
import { courseQueriesToInvalidate } from './course-queries.ts'

/**
 * Takes a course, module, lesson or block out of the trash.
 * @throws ApiError `conflict` if the parent is deleted too, or if the id, key or slug is taken
 */
export async function restoreFromTrash(trashId: string) {
  const { restoreTrashEntry } = await runGraphqlOperation(RestoreTrashEntryDocument, {
    id: trashId,
    idempotencyKey: v4(),
  })
  invalidateQueriesInOtherTabs(courseQueriesToInvalidate)
  await invalidateQueries(courseQueriesToInvalidate)
  return restoreTrashEntry
}

/**
 * Shows a toast that says what was deleted, such as `“Leaves”`. If `trashId` is not null, a button in the toast takes it
 * out of the trash.
 */
export function showDeletionToastWithUndo(what: string, trashId: string | null): void {
  const undo = async (id: string) => {
    try {
      await restoreFromTrash(id)
      showToast(`${what} restored.`)
    } catch (error) {
      showErrorToast(getErrorMessageForUser(error))
    }
  }
  showToast(`${what} deleted.`, trashId ? { label: undoLabel, onPress: () => void undo(trashId) } : undefined)
}
