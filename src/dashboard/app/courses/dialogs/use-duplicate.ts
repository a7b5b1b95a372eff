import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import type { NodeKind } from '../../generated/operations.ts'
import { showErrorToast, showToast } from '../../ui/toast-queue.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { deleteAndDuplicateMutationsByLevel } from '../level-mutations.ts'

/**
 * Returns a function that duplicates a course, module, lesson or block with everything inside. In a list, the copy
 * follows the original.
 */
export function useDuplicateItem(level: NodeKind): (id: string) => Promise<void> {
  const { run, getLastErrorMessage } = useIdempotentMutation(
    deleteAndDuplicateMutationsByLevel[level].duplicate,
    courseQueriesToInvalidate,
  )
  return async (id) => {
    const isDone = (await run({ id })) !== undefined
    if (isDone) showToast(`The ${level} was duplicated.`)
    else showErrorToast(`The ${level} was not duplicated. ${getLastErrorMessage()}`)
  }
}
