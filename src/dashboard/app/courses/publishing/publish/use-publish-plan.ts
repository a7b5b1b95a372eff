import { useApiQuery } from '../../../api/hooks.ts'
import { type DiffPartsFragment, PublishingDocument, PublishPlanDocument } from '../../../generated/later-operations.ts'
import { selectFindings } from '../checks/findings.ts'
import { type ChangeGroup, groupChanges } from '../diff/group-changes.ts'
import { useDraftOrReleaseOutline, useDraftOutline } from '../diff/use-outlines.ts'

/**
 * Returns the changes that a publish includes: only the changes of the given lessons, or all changes if `lessonIds` is
 * undefined.
 */
export const selectChangeGroups = (groups: readonly ChangeGroup[], lessonIds: readonly string[] | undefined) =>
  lessonIds ? groups.filter(({ kind, id }) => kind === 'lesson' && lessonIds.includes(id)) : groups

const isEmpty = ({ counts }: DiffPartsFragment) => Object.values(counts).every((count) => count === 0)

/**
 * Reads what the publish dialog shows: the course, how its draft differs from the live release, and what the checks
 * have found. `plan` is undefined while it is loading.
 * @param lessonIds the lessons to publish, or undefined for the whole course
 */
export function usePublishPlan(courseId: string, lessonIds: readonly string[] | undefined) {
  const publishing = useApiQuery(PublishingDocument, { id: courseId })
  const whole = useApiQuery(PublishPlanDocument, { courseId })
  const isPartial = lessonIds !== undefined && lessonIds.length > 0
  const partial = useApiQuery(
    PublishPlanDocument,
    { courseId, lessonIds: [...(lessonIds ?? [])] },
    { isEnabled: isPartial },
  )
  const selectedIds = isPartial ? lessonIds : undefined
  const diff = whole.data?.createRelease.diff ?? undefined
  const before = useDraftOrReleaseOutline(courseId, diff?.from)
  const after = useDraftOutline(courseId)
  const queries = [publishing, whole]
  const { course, workspace } = publishing.data ?? {}
  // Until the dry run of the selected lessons is loaded, the dialog shows findings from that of the whole course.
  const { checks, passesGate } = ((isPartial && partial.data) || whole.data)?.createRelease ?? {}
  return {
    /**
     * The error that leaves the dialog without content, or the error of the dry run of the selected lessons.
     */
    error: queries.find(({ error, data }) => error && !data)?.error ?? partial.error,
    retry: () => void Promise.all([...queries, ...(isPartial ? [partial] : [])].map((query) => query.refetch())),
    plan: course &&
      workspace &&
      diff &&
      before &&
      after &&
      checks && {
        course,
        /** The publish gate that decides which findings prevent the publish: none if the content passes the gate. */
        gate: passesGate ? 'off' : workspace.publishGate,
        diff,
        groups: groupChanges(diff.changes, { before, after }),
        isUnchanged: isEmpty(diff),
        outline: after,
        checks: { ...checks, findings: selectFindings(checks.findings, selectedIds) },
        selectedIds,
        /** The hash of the content that the dialog shows. The API refuses to publish content with another hash. */
        confirm: (lessonIds ? partial : whole).data?.createRelease.confirm,
      },
  }
}

export type PublishPlan = NonNullable<ReturnType<typeof usePublishPlan>['plan']>
