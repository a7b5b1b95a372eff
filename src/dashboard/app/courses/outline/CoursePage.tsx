import { ApiError } from '../../api/api-error.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { OutlineDocument } from '../../generated/operations.ts'
import { formatRelativeTime } from '../../ui/format-time.ts'
import { LoadErrorNotice } from '../../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../../ui/LoadingPlaceholder.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { ArchivedCourseNotice } from '../ArchivedCourseNotice.tsx'
import { difficultyLabels, formatCountWithNoun, formatDuration, getLanguageName } from '../labels.ts'
import { CourseNotFoundPage } from '../list/CourseNotFoundPage.tsx'
import { LearningObjectivesSection } from '../objectives/LearningObjectivesSection.tsx'
import { PublicationBadges } from '../PublicationBadges.tsx'
import { courseListPath } from '../paths.ts'
import { CourseActions } from './CourseActions.tsx'
import { CourseOutlineTree } from './CourseOutlineTree.tsx'
import style from './Outline.module.css'

const crumbs = [{ href: courseListPath, label: 'Courses' }]

/** Shows the details and the outline of a course to an author. */
export function CoursePage({ params: { courseId } }: { params: { courseId: string } }) {
  const { data, error, refetch } = useApiQuery(OutlineDocument, { id: courseId })
  const isDeleted = error instanceof ApiError && error.code === 'not_found'
  const course = data?.courseTree
  if (!course) {
    if (isDeleted) return <CourseNotFoundPage />
    return (
      <PageLayout title="Course" crumbs={crumbs}>
        {error ? <LoadErrorNotice error={error} onRetry={() => void refetch()} /> : <LoadingPlaceholder lines={6} />}
      </PageLayout>
    )
  }
  const { name, description, status, language, difficulty, durationMinutes, modules, metadata } = course
  const hasUnpublishedChanges = data.course?.hasUnpublishedChanges ?? false
  const lessons = modules.flatMap((module) => module.lessons)
  const facts = [
    language && getLanguageName(language),
    difficulty && difficultyLabels[difficulty],
    durationMinutes && formatDuration(durationMinutes),
    formatCountWithNoun(lessons.length, 'lesson'),
    formatCountWithNoun(data.course?.blockCount ?? 0, 'block'),
    `Edited ${formatRelativeTime(metadata.contentUpdatedAt)}`,
  ]
  return (
    <PageLayout
      title={name}
      lead={description}
      crumbs={crumbs}
      actions={
        <CourseActions course={course} hasUnpublishedChanges={hasUnpublishedChanges} firstLessonId={lessons[0]?.id} />
      }
    >
      <div className={style.courseFacts}>
        <PublicationBadges course={{ status, hasUnpublishedChanges }} />
        <span>{facts.filter(Boolean).join(' · ')}</span>
      </div>
      {status === 'archived' && <ArchivedCourseNotice courseId={courseId} />}
      {isDeleted && (
        <Notice variant="error" title="This course was deleted">
          It was deleted in another tab or by another person. Changes on this page cannot be saved.
        </Notice>
      )}
      {error && !isDeleted && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
      <LearningObjectivesSection objectives={course.objectives} />
      <CourseOutlineTree courseId={courseId} modules={modules} isReadOnly={status === 'archived'} />
    </PageLayout>
  )
}
