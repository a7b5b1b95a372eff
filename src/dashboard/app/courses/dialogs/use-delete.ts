import type { GraphqlDocumentsOrNames } from '../../api/query-client.ts'
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import type { NodeKind } from '../../generated/operations.ts'
import { showErrorToast } from '../../ui/toast-queue.ts'
import { holdUndo } from '../../ui/use-undo-key.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { deleteAndDuplicateMutationsByLevel } from '../level-mutations.ts'
import { showDeletionToastWithUndo } from '../restore-from-trash.ts'

/**
 * Returns a function that deletes a course, module, lesson or block with everything inside. It asks no question, because
 * the toast offers to undo the deletion. `contents` says what goes with the item: `with its 2 lessons`. The function
 * returns whether the item is deleted.
 */
export function useDeleteItem(level: NodeKind, invalidates: GraphqlDocumentsOrNames = courseQueriesToInvalidate) {
  const { run, getLastErrorMessage } = useIdempotentMutation(
    deleteAndDuplicateMutationsByLevel[level].delete,
    invalidates,
  )
  return holdUndo(async (id: string, name: string, contents = ''): Promise<boolean> => {
    const result = await run({ id })
    if (result)
      showDeletionToastWithUndo(
        `“${name}”${contents && ` ${contents}`}`,
        result.deleted.trashId ? [result.deleted.trashId] : [],
      )
    else showErrorToast(`The ${level} was not deleted. ${getLastErrorMessage()}`)
    return result !== undefined
  })
}
