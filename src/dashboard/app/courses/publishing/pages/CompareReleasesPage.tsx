import { GitCompare, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useApiQuery } from '../../../api/hooks.ts'
import { CourseDifferenceDocument, PublishingDocument, ReleasesDocument } from '../../../generated/later-operations.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadErrorNotice } from '../../../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../../../ui/LoadingPlaceholder.tsx'
import { PageLayout } from '../../../ui/PageLayout.tsx'
import { Select } from '../../../ui/Select.tsx'
import { ArchivedCourseNotice } from '../../ArchivedCourseNotice.tsx'
import { courseListPath, makeCoursePath, makePublishingPath } from '../../paths.ts'
import { ChangeList } from '../diff/ChangeList.tsx'
import { type ChangeGroup, describeChangeCounts, groupChanges } from '../diff/group-changes.ts'
import { useDraftOrReleaseOutline } from '../diff/use-outlines.ts'
import style from '../Publishing.module.css'
import { RestoreReleaseDialog } from '../releases/RestoreReleaseDialog.tsx'

const nameOf = (side: string) => (side === 'draft' ? 'Draft' : `Release ${side}`)
const isSide = (text: string | null) => text !== null && /^(draft|[1-9]\d{0,9})$/.test(text)

/**
 * Shows what differs between two releases of a course, or between a release and the draft. The page's URL says what to
 * compare: `?from=3&to=draft`.
 */
export function CompareReleasesPage({ params: { courseId } }: { params: { courseId: string } }) {
  const [params, setParams] = useSearchParams()
  const [restoredLessonId, setRestoredLessonId] = useState<string>()
  const [from, to] = [params.get('from'), params.get('to')].map((side) => (isSide(side) ? side! : 'draft')) as [
    string,
    string,
  ]
  const publishing = useApiQuery(PublishingDocument, { id: courseId })
  const releases = useApiQuery(ReleasesDocument, { courseId, page: 1 })
  const difference = useApiQuery(CourseDifferenceDocument, { courseId, from, to })
  const [earlier, later] = [useDraftOrReleaseOutline(courseId, from), useDraftOrReleaseOutline(courseId, to)]
  const queries = [difference, earlier, later]
  const error = queries.find((query) => query.error)?.error
  const retry = () => void Promise.all(queries.filter((query) => query.error).map((query) => query.refetch()))
  const [before, after] = [earlier.data, later.data]
  const diff = difference.data?.courseDiff
  const numbers = (releases.data?.releasePage.items ?? []).map(({ number }) => String(number))
  const options = [...new Set(['draft', ...numbers, from, to])].map((side) => ({ value: side, label: nameOf(side) }))
  const choose = (change: { from?: string; to?: string }) => setParams({ from, to, ...change }, { replace: true })
  const isArchived = publishing.data?.course?.status === 'archived'
  const canRestore = from !== 'draft' && to === 'draft' && !isArchived
  const isInRelease = (id: string) => before?.some(({ lessons }) => lessons.some((lesson) => lesson.id === id)) ?? false
  const restoreButton = ({ kind, id, name }: ChangeGroup) =>
    canRestore &&
    kind === 'lesson' &&
    isInRelease(id) && (
      <Button
        isSmall
        variant="quiet"
        icon={<RotateCcw aria-hidden />}
        aria-label={`Restore “${name}” of release ${from}`}
        onPress={() => setRestoredLessonId(id)}
      >
        Restore
      </Button>
    )
  return (
    <PageLayout
      title="Compare"
      crumbs={[
        { href: courseListPath, label: 'Courses' },
        { href: makeCoursePath(courseId), label: publishing.data?.course?.name ?? 'Course' },
        { href: makePublishingPath(courseId), label: 'Releases' },
      ]}
    >
      {isArchived && <ArchivedCourseNotice courseId={courseId} />}
      <div className={style.sides}>
        <Select label="Earlier" value={from} options={options} onChange={(side) => choose({ from: side })} />
        <Select label="Later" value={to} options={options} onChange={(side) => choose({ to: side })} />
      </div>
      {error && <LoadErrorNotice error={error} onRetry={retry} />}
      {(!diff || !before || !after) && !error && (
        <Card>
          <LoadingPlaceholder lines={6} />
        </Card>
      )}
      {diff && before && after && (
        <Card
          title="Changes"
          lead={<span role="status">{describeChangeCounts(diff.counts) || 'Nothing differs.'}</span>}
        >
          {diff.changes.length === 0 ? (
            <EmptyState icon={<GitCompare aria-hidden />} title="Nothing differs">
              Both have the same modules, lessons and blocks.
            </EmptyState>
          ) : (
            <ChangeList
              groups={groupChanges(diff.changes, { before, after })}
              isComplete={diff.isComplete}
              actionOf={restoreButton}
            />
          )}
        </Card>
      )}
      {restoredLessonId && (
        <RestoreReleaseDialog
          courseId={courseId}
          number={Number(from)}
          lessonId={restoredLessonId}
          onClose={() => setRestoredLessonId(undefined)}
        />
      )}
    </PageLayout>
  )
}
