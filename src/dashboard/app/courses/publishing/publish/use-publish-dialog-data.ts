import { useApiQuery } from '../../../api/hooks.ts'
import { type DiffPartsFragment, PublishingDocument, PublishPlanDocument } from '../../../generated/later-operations.ts'
import { doesFindingPreventPublish, selectFindingsInLessons } from '../checks/findings.ts'
import { type ChangeGroup, findLessonName, groupChanges, type ModuleAndLessonNames } from '../diff/group-changes.ts'
import { useDraftOrReleaseOutline, useDraftOutline } from '../diff/use-outlines.ts'

/** Returns the groups of changes to publish: those of the given lessons, or all groups if `lessonIds` is undefined. */
export const selectChangesInLessons = (groups: readonly ChangeGroup[], lessonIds: readonly string[] | undefined) =>
  lessonIds ? groups.filter(({ kind, id }) => kind === 'lesson' && lessonIds.includes(id)) : groups

type Names = { before: ModuleAndLessonNames; after: ModuleAndLessonNames }

const isEmpty = ({ counts }: DiffPartsFragment) => Object.values(counts).every((count) => count === 0)

/**
 * Returns the lessons that the author can select: all changed lessons, and the unchanged lessons that are already
 * selected.
 */
function listLessonsToPublish(groups: readonly ChangeGroup[], selected: readonly string[], names: Names) {
  const changed = groups.filter(({ kind }) => kind === 'lesson').map(({ id, name }) => ({ id, name }))
  // `SelectedLessonsErrorNotice` also selects unchanged lessons, if a changed lesson needs them.
  const others = selected.filter((id) => !changed.some((lesson) => lesson.id === id))
  return [...changed, ...others.map((id) => ({ id, name: findLessonName(id, names.after, names.before) ?? 'Lesson' }))]
}

/**
 * Loads the data of the publish dialog with dry runs, which publish nothing. Without `lessonIds`, loads data for the
 * whole course.
 */
export function usePublishDialogData(courseId: string, lessonIds: readonly string[] | undefined) {
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
  // Until the dry run of the selected lessons is loaded, the dialog shows the findings for the whole course.
  const { checks, passesGate } = ((isPartial && partial.data) || whole.data)?.createRelease ?? {}
  const groups = diff && names ? groupChanges(diff.changes, names) : []
  const gate = passesGate ? 'off' : workspace?.publishGate
  const findings = selectFindingsInLessons(checks?.findings ?? [], selectedIds)
  return {
    /** The error that prevents the dialog from showing its content, or undefined. */
    error: queries.find(({ error, data }) => error && !data)?.error,
    retry: () => void Promise.all(queries.filter(({ error }) => error).map((query) => query.refetch())),
    /** The content of the dialog, or undefined until the data is loaded. */
    plan: course &&
      workspace &&
      gate &&
      diff &&
      names &&
      checks && {
        course,
        publicId: workspace.publicId,
        /**
         * The publish gate of the workspace, which says what kinds of findings prevent a publish. The value is `off` if
         * no finding prevents this publish.
         */
        gate,
        diff,
        groups,
        lessons: listLessonsToPublish(groups, lessonIds ?? [], names),
        names,
        isUnchanged: isEmpty(diff),
        blockCount: after.blockCount,
        checks: { ...checks, findings },
        /** The number of findings that the author must correct or dismiss first. */
        preventingCount: findings.filter((finding) => doesFindingPreventPublish(finding, gate)).length,
        selectedIds,
        /**
         * The hash of the content that the dialog shows. The API publishes only this content. Without a hash, nothing
         * is published.
         */
        confirm: dryRun.isFetching || dryRun.error ? undefined : dryRun.data?.createRelease.confirm,
        /** Whether the dialog shows the result of an earlier dry run while a new dry run is in progress. */
        isRefreshing: dryRun.isFetching && dryRun.data !== undefined,
        /** Why the dry run of the selected lessons has failed. */
        partialError: partial.error,
        retryPartial: () => void partial.refetch(),
      },
  }
}

export type PublishDialogData = NonNullable<ReturnType<typeof usePublishDialogData>['plan']>
