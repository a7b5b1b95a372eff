import { FilePlus, Pencil } from 'lucide-react'
import { useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { LessonDocument, OutlineDocument } from '../../generated/operations.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadErrorNotice } from '../../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../../ui/LoadingPlaceholder.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { BlockView } from '../block-types/BlockView.tsx'
import { CourseLanguageProvider } from '../course-language.ts'
import { addressRefreshSeconds } from '../files/asset-addresses.tsx'
import { formatDuration } from '../labels.ts'
import { LearningObjectivesSection } from '../objectives/LearningObjectivesSection.tsx'
import { courseListPath, makeBlockAnchorId, makeCoursePath, makeLessonEditorPath } from '../paths.ts'
import { CourseTableOfContents } from './CourseTableOfContents.tsx'
import { LessonNotFoundPage } from './LessonNotFoundPage.tsx'
import { PreviousAndNextLessonLinks } from './PreviousAndNextLessonLinks.tsx'
import style from './Reader.module.css'

/** Shows a lesson as learners see it, beside the table of contents. */
export function LessonPage({ params: { courseId, lessonId } }: { params: { courseId: string; lessonId: string } }) {
  const outline = useApiQuery(OutlineDocument, { id: courseId })
  const { data, error, refetch } = useApiQuery(
    LessonDocument,
    { id: lessonId },
    { refreshSeconds: addressRefreshSeconds },
  )
  const lesson = data?.lesson
  // If the page's URL names a block, this effect scrolls to the block as soon as the lesson is loaded.
  useEffect(() => {
    if (lesson) document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [lesson])
  if (error instanceof ApiError && error.code === 'not_found') return <LessonNotFoundPage courseId={courseId} />
  const course = outline.data?.courseTree
  const crumbs = [
    { href: courseListPath, label: 'Courses' },
    { href: makeCoursePath(courseId), label: course?.name ?? 'Course' },
  ]
  if (!lesson) {
    return (
      <PageLayout title="Lesson" crumbs={crumbs}>
        {error ? <LoadErrorNotice error={error} onRetry={() => void refetch()} /> : <LoadingPlaceholder lines={8} />}
      </PageLayout>
    )
  }
  const editLink = course?.status !== 'archived' && (
    <ButtonLink href={makeLessonEditorPath(courseId, lessonId)} icon={<Pencil aria-hidden />}>
      Edit lesson
    </ButtonLink>
  )
  return (
    <PageLayout title={lesson.name} lead={lesson.description} crumbs={crumbs} actions={editLink}>
      <div className={style.columns}>
        {course && <CourseTableOfContents courseId={courseId} modules={course.modules} lessonId={lessonId} />}
        <article className={style.lesson} aria-label={lesson.name}>
          <CourseLanguageProvider value={course?.language ?? undefined}>
            {lesson.durationMinutes && <p className={style.soft}>Duration: {formatDuration(lesson.durationMinutes)}</p>}
            <LearningObjectivesSection objectives={lesson.objectives} />
            {lesson.blocks.length === 0 && (
              <EmptyState icon={<FilePlus aria-hidden />} title="No content yet" action={editLink}>
                This lesson has no blocks.{editLink && ' Edit it to add some.'}
              </EmptyState>
            )}
            {lesson.blocks.map((block) => (
              <div key={block.id} id={makeBlockAnchorId(block.id)} className={style.block}>
                <BlockView block={block} />
              </div>
            ))}
          </CourseLanguageProvider>
          {course && <PreviousAndNextLessonLinks courseId={courseId} modules={course.modules} lessonId={lessonId} />}
        </article>
      </div>
    </PageLayout>
  )
}
