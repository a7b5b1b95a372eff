import { v4 } from 'uuid'
import { getErrorMessageForUser } from '../api/api-error.ts'
import { invalidateQueries, invalidateQueriesInOtherTabs } from '../api/query-client.ts'
import { runGraphqlOperation } from '../api/request.ts'
import { RestoreTrashEntryDocument } from '../generated/later-operations.ts'
import { showErrorToast, showToast, undoLabel } from '../ui/toast-queue.ts'
import { holdUndo } from '../ui/use-undo-key.ts'
import { courseQueriesToInvalidate } from './course-queries.ts'

async function restore(trashId: string) {
  const variables = { id: trashId, idempotencyKey: v4() }
  return (await runGraphqlOperation(RestoreTrashEntryDocument, variables)).restoreTrashEntry
}

function showRestored(): Promise<void> {
  invalidateQueriesInOtherTabs(courseQueriesToInvalidate)
  return invalidateQueries(courseQueriesToInvalidate)
}

/**
 * Takes a course, module, lesson or block out of the trash.
 * @throws ApiError `conflict` if the parent is deleted too, or if the id, key or slug is taken
 */
export async function restoreFromTrash(trashId: string) {
  const restored = await restore(trashId)
  await showRestored()
  return restored
}

/**
 * Shows a toast that says what was done. A button in it takes that back: `undo` returns what the next toast says. Then all
 * tabs load the course again.
 */
export function showToastWithUndo(done: string, undo: () => Promise<string>): void {
  const undoAndShow = holdUndo(async () => {
    try {
      showToast(await undo())
    } catch (error) {
      showErrorToast(getErrorMessageForUser(error))
    }
    await showRestored()
  })
  showToast(done, { label: undoLabel, onPress: () => void undoAndShow() })
}

/**
 * Shows a toast that says what was deleted, such as `“Light”` or `3 lessons`. A button in the toast takes it out of the
 * trash again, the last deleted item first, so that each finds the sibling after which it stood.
 */
export function showDeletionToastWithUndo(deleted: string, trashIds: readonly string[]): void {
  if (trashIds.length === 0) return void showToast(`${deleted} deleted.`)
  showToastWithUndo(`${deleted} deleted.`, async () => {
    for (const id of trashIds.toReversed()) await restore(id)
    return `${deleted} restored.`
  })
}
