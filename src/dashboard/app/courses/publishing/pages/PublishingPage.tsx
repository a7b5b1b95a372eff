import { History } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { ApiError } from '../../../api/api-error.ts'
import { useApiQuery } from '../../../api/hooks.ts'
import { PublishingDocument, ReleasesDocument } from '../../../generated/later-operations.ts'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadErrorNotice } from '../../../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../../../ui/LoadingPlaceholder.tsx'
import { PageLayout } from '../../../ui/PageLayout.tsx'
import { ArchivedCourseNotice } from '../../ArchivedCourseNotice.tsx'
import { CourseNotFoundPage } from '../../list/CourseNotFoundPage.tsx'
import { Pagination } from '../../list/Pagination.tsx'
import { useLastPageRedirect } from '../../list/use-last-page-redirect.ts'
import { courseListPath, makeCoursePath, makePublishingPath } from '../../paths.ts'
import { PreviewLinksCard } from '../preview/PreviewLinksCard.tsx'
import { LazyPublishButton } from '../publish/LazyPublishButton.tsx'
import { ReleaseList } from '../releases/ReleaseList.tsx'
import { VisibilityAndSlugForm } from '../settings/VisibilityAndSlugForm.tsx'
import { LiveReleaseCard } from './LiveReleaseCard.tsx'

/** Shows which release of a course learners see, who can read the course, all releases, and the preview links. */
export function PublishingPage({ params: { courseId } }: { params: { courseId: string } }) {
  const [params] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const { data, error, refetch } = useApiQuery(PublishingDocument, { id: courseId })
  const releases = useApiQuery(ReleasesDocument, { courseId, page }, { shouldKeepPrevious: true })
  const hrefOf = (change: { page: number }) => `${makePublishingPath(courseId)}?page=${change.page}`
  const isTooLate = useLastPageRedirect(releases.data?.releasePage, hrefOf)
  const found = isTooLate ? undefined : releases.data?.releasePage
  const { course, workspace } = data ?? {}
  if (error instanceof ApiError && error.code === 'not_found') return <CourseNotFoundPage />
  const crumbs = [
    { href: courseListPath, label: 'Courses' },
    { href: makeCoursePath(courseId), label: course?.name ?? 'Course' },
  ]
  const failed = error ?? releases.error
  const retry = () => void Promise.all([refetch(), releases.refetch()])
  if (!course || !workspace || !found) {
    return (
      <PageLayout title="Releases" crumbs={crumbs}>
        {failed ? <LoadErrorNotice error={failed} onRetry={retry} /> : <LoadingPlaceholder lines={8} />}
      </PageLayout>
    )
  }
  const { liveReleaseNumber } = course
  const isArchived = course.status === 'archived'
  return (
    <PageLayout
      title="Releases"
      lead="Learners see releases, not the draft. A release never changes, and every release can come back."
      crumbs={crumbs}
      actions={
        !isArchived && <LazyPublishButton courseId={courseId} hasUnpublishedChanges={course.hasUnpublishedChanges} />
      }
    >
      {failed && <LoadErrorNotice error={failed} onRetry={retry} />}
      {isArchived && <ArchivedCourseNotice courseId={courseId} />}
      <LiveReleaseCard course={course} publicId={workspace.publicId} />
      <Card title="All releases" isFlush>
        {found.items.length === 0 ? (
          <EmptyState icon={<History aria-hidden />} title="No releases yet">
            Each publish makes a release: the course as it is at that moment, with a number and your message.
          </EmptyState>
        ) : (
          <ReleaseList
            courseId={courseId}
            releases={found.items}
            liveNumber={liveReleaseNumber}
            hasOlder={found.pageInfo.page < found.pageInfo.totalPages}
            isReadOnly={isArchived}
          />
        )}
      </Card>
      <Pagination info={found.pageInfo} hrefOf={hrefOf} />
      {!isArchived && (
        <Card title="Who can read it" lead="Readers see the live release only, never the draft.">
          <VisibilityAndSlugForm course={course} publicId={workspace.publicId} />
        </Card>
      )}
      <PreviewLinksCard courseId={courseId} canCreate={!isArchived} />
    </PageLayout>
  )
}
