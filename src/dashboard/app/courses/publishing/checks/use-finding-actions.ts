import { useApiMutation } from '../../../api/hooks.ts'
import { useIdempotentMutation } from '../../../api/use-idempotent-mutation.ts'
import { ApplyFixesDocument, UndismissFindingDocument } from '../../../generated/later-operations.ts'
import { courseQueriesToInvalidate } from '../../course-queries.ts'
import { formatCountWithNoun } from '../../labels.ts'
import { type Finding, findingQueriesToInvalidate } from './findings.ts'

/**
 * Returns what the rows of findings do: fix and dismiss a finding, and undo a dismissal. `onDone` is called after each of
 * them, with a message for screen readers and the ids of the findings that were fixed. The row may be gone by then.
 */
export function useFindingActions(courseId: string, onDone: (message: string, fixedIds: readonly string[]) => void) {
  const fixes = useIdempotentMutation(ApplyFixesDocument, courseQueriesToInvalidate)
  const undo = useApiMutation(UndismissFindingDocument, findingQueriesToInvalidate)
  async function fix(ids: string[]): Promise<void> {
    const result = await fixes.run({ id: courseId, findings: ids })
    if (!result) return
    const { fixed, skipped } = result.applyFixes
    const [reason] = skipped.map((one) => one.reason)
    onDone(
      [fixed.length > 0 && `${formatCountWithNoun(fixed.length, 'finding')} fixed.`, reason].filter(Boolean).join(' '),
      fixed,
    )
  }
  return {
    fix,
    isFixing: fixes.isPending,
    error: fixes.error ?? undo.error,
    makeRowProps: (finding: Finding) => ({
      finding,
      courseId,
      isFixing: fixes.isPending,
      isUndoing: undo.isPending,
      onFix: () => void fix([finding.findingId]),
      onDismissed: () => onDone('The finding was dismissed.', []),
      onUndo: () =>
        undo.mutate(
          { id: courseId, findingId: finding.findingId },
          { onSuccess: () => onDone('The finding counts again.', []) },
        ),
    }),
  }
}
