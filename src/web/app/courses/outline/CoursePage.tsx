import { SearchX } from 'lucide-react'
import { Failure } from '../../data/failure.ts'
import { useRead } from '../../data/hooks.ts'
import { OutlineDocument } from '../../generated/operations.ts'
import { Badge } from '../../parts/Badge.tsx'
import { ButtonLink } from '../../parts/ButtonLink.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { FailureNotice } from '../../parts/FailureNotice.tsx'
import { Loading } from '../../parts/Loading.tsx'
import { Page } from '../../parts/Page.tsx'
import { agoOf } from '../../parts/time.ts'
import { coursesAddress } from '../addresses.ts'
import { count, difficultyNames, languageName, statusNames } from '../words.ts'
import { CourseActions } from './CourseActions.tsx'
import style from './Outline.module.css'
import { Outline } from './Outline.tsx'

const crumbs = [{ href: coursesAddress, label: 'Courses' }]

/** Where a course was, or was never. */
export const NoCourse = () => (
  <Page title="No such course" crumbs={crumbs}>
    <Empty
      icon={<SearchX aria-hidden />}
      title="There is no course here"
      action={<ButtonLink href={coursesAddress}>Show all courses</ButtonLink>}
    >
      It may have been deleted, or it belongs to another workspace.
    </Empty>
  </Page>
)

/** A course as its author sees it: what it says of itself, and its outline. */
export function CoursePage({ params: { courseId } }: { params: { courseId: string } }) {
  const { data, error, refetch } = useRead(OutlineDocument, { id: courseId })
  if (error instanceof Failure && error.code === 'not_found') return <NoCourse />
  const course = data?.courseTree
  if (!course) {
    return (
      <Page title="Course" crumbs={crumbs}>
        {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <Loading lines={6} />}
      </Page>
    )
  }
  const { name, description, status, language, difficulty, modules, metadata } = course
  const lessons = modules.flatMap((module) => module.lessons)
  const facts = [
    language && languageName(language),
    difficulty && difficultyNames[difficulty],
    count(lessons.length, 'lesson'),
    count(data?.course?.blockCount ?? 0, 'block'),
    `changed ${agoOf(metadata.updatedAt)}`,
  ]
  return (
    <Page
      title={name}
      lead={description}
      crumbs={crumbs}
      actions={<CourseActions course={course} firstLessonId={lessons[0]?.id} />}
    >
      <div className={style.courseFacts}>
        <Badge look={status === 'published' ? 'good' : 'neutral'}>{statusNames[status]}</Badge>
        <span>{facts.filter(Boolean).join(' · ')}</span>
      </div>
      {error && <FailureNotice error={error} onRetry={() => void refetch()} />}
      <Outline courseId={courseId} modules={modules} />
    </Page>
  )
}
