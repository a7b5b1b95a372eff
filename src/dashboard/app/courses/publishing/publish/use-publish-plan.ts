import { useApiQuery } from '../../../api/hooks.ts'
import { type DiffPartsFragment, PublishingDocument, PublishPlanDocument } from '../../../generated/later-operations.ts'
import { selectFindings } from '../checks/findings.ts'
import { type ChangeGroup, findLessonName, groupChanges, type OutlineNames } from '../diff/group-changes.ts'
import { useDraftOrReleaseOutline, useDraftOutline } from '../diff/use-outlines.ts'

/**
 * Returns the changes that a publish includes: only the changes of the given lessons, or all changes if `lessonIds` is
 * undefined.
 */
export const selectChangesToPublish = (groups: readonly ChangeGroup[], lessonIds: readonly string[] | undefined) =>
  lessonIds ? groups.filter(({ kind, id }) => kind === 'lesson' && lessonIds.includes(id)) : groups

type Names = { before: OutlineNames; after: OutlineNames }

const isEmpty = ({ counts }: DiffPartsFragment) => Object.values(counts).every((count) => count === 0)

/**
 * Returns the lessons among which an author selects: those that have changed, and those that are selected already
 * because they must be published with another lesson.
 */
function listLessonsToPublish(groups: readonly ChangeGroup[], selected: readonly string[], names: Names) {
  const changed = groups.filter(({ kind }) => kind === 'lesson').map(({ id, name }) => ({ id, name }))
  const others = selected.filter((id) => !changed.some((lesson) => lesson.id === id))
  return [...changed, ...others.map((id) => ({ id, name: findLessonName(id, names.after, names.before) ?? 'Lesson' }))]
}

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
  const dryRun = lessonIds ? partial : whole
  const selectedIds = isPartial ? lessonIds : undefined
  const diff = whole.data?.createRelease.diff ?? undefined
  const before = useDraftOrReleaseOutline(courseId, diff?.from)
  const after = useDraftOutline(courseId)
  const names = before.data && after.data && { before: before.data, after: after.data }
  const queries = [publishing, whole, before, after]
  const { course, workspace } = publishing.data ?? {}
  // Until the dry run of the selected lessons is loaded, the dialog shows findings from that of the whole course.
  const { checks, passesGate } = ((isPartial && partial.data) || whole.data)?.createRelease ?? {}
  const groups = diff && names ? groupChanges(diff.changes, names) : []
  return {
    /** The error that leaves the dialog without content. */
    error: queries.find(({ error, data }) => error && !data)?.error,
    retry: () => void Promise.all(queries.filter(({ error }) => error).map((query) => query.refetch())),
    plan: course &&
      workspace &&
      diff &&
      names &&
      checks && {
        course,
        /** The publish gate that decides which findings prevent the publish: none if the content passes the gate. */
        gate: passesGate ? 'off' : workspace.publishGate,
        diff,
        groups,
        lessons: listLessonsToPublish(groups, lessonIds ?? [], names),
        names,
        isUnchanged: isEmpty(diff),
        blockCount: after.blockCount,
        checks: { ...checks, findings: selectFindings(checks.findings, selectedIds) },
        selectedIds,
        /**
         * The hash of the content that the dialog shows. The API refuses to publish content with another hash. Undefined
         * until the dry run has succeeded: nothing can be published then.
         */
        confirm: dryRun.isFetching || dryRun.error ? undefined : dryRun.data?.createRelease.confirm,
        /** Whether the dialog shows an earlier dry run while it waits for the next one. */
        isRefreshing: dryRun.isFetching && dryRun.data !== undefined,
        /** Why the dry run of the selected lessons has failed. */
        partialError: partial.error,
        retryPartial: () => void partial.refetch(),
      },
  }
}

export type PublishPlan = NonNullable<ReturnType<typeof usePublishPlan>['plan']>
