import {
  CourseFindingsDocument,
  type FindingPartsFragment,
  FindingsWithDismissedDocument,
  type PublishGate,
  PublishPlanDocument,
} from '../../../generated/later-operations.ts'
import { formatCountWithNoun } from '../../labels.ts'

export type Finding = FindingPartsFragment

/** The queries whose cached results become outdated when a finding is dismissed, or when a dismissal is undone. */
export const findingQueriesToInvalidate = [PublishPlanDocument, FindingsWithDismissedDocument, CourseFindingsDocument]

/** Returns whether a finding prevents a course from being published. `gate` is the publish gate of the workspace. */
export const doesFindingPreventPublish = ({ level, isDismissed }: Finding, gate: PublishGate): boolean =>
  !isDismissed && gate !== 'off' && (level === 'error' || (level === 'warning' && gate === 'warnings'))

/** Returns the findings in the given lessons. If `lessonIds` is undefined, returns all findings. */
export const selectFindingsInLessons = (findings: readonly Finding[], lessonIds: readonly string[] | undefined) =>
  lessonIds ? findings.filter(({ lessonId }) => lessonId !== null && lessonIds.includes(lessonId)) : findings

/**
 * Describes the numbers of findings that are not dismissed: `1 error and 3 warnings`, or `nothing` if there are none.
 */
export function describeUndismissedFindingCounts(findings: readonly Finding[]): string {
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level && !one.isDismissed).length
  const [errors, warnings, hints] = [count('error'), count('warning'), count('info')]
  const parts = [
    errors > 0 && formatCountWithNoun(errors, 'error'),
    warnings > 0 && formatCountWithNoun(warnings, 'warning'),
    hints > 0 && formatCountWithNoun(hints, 'hint'),
  ].filter((part) => part !== false)
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? 'nothing')
}
