import { FilePlus, Pencil } from 'lucide-react'
import { useEffect } from 'react'
import { Failure } from '../../data/failure.ts'
import { useRead } from '../../data/hooks.ts'
import { LessonDocument, OutlineDocument } from '../../generated/operations.ts'
import { ButtonLink } from '../../parts/ButtonLink.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { FailureNotice } from '../../parts/FailureNotice.tsx'
import { Loading } from '../../parts/Loading.tsx'
import { Page } from '../../parts/Page.tsx'
import { blockAnchor, courseAddress, coursesAddress, editAddress } from '../addresses.ts'
import { BlockView } from '../blocks/BlockView.tsx'
import { Contents } from './Contents.tsx'
import { NoLesson } from './NoLesson.tsx'
import { Onward } from './Onward.tsx'
import style from './Reader.module.css'

/** A lesson as a learner sees it, with the course's contents beside it. */
export function LessonPage({ params: { courseId, lessonId } }: { params: { courseId: string; lessonId: string } }) {
  const outline = useRead(OutlineDocument, { id: courseId })
  const read = useRead(LessonDocument, { id: lessonId })
  const lesson = read.data?.lesson
  // A link to a block: it is there only now.
  useEffect(() => {
    if (lesson) document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [lesson])
  if (read.error instanceof Failure && read.error.code === 'not_found') return <NoLesson courseId={courseId} />
  const course = outline.data?.courseTree
  const crumbs = [
    { href: coursesAddress, label: 'Courses' },
    { href: courseAddress(courseId), label: course?.name ?? 'Course' },
  ]
  if (!lesson) {
    return (
      <Page title="Lesson" crumbs={crumbs}>
        {read.error ? <FailureNotice error={read.error} onRetry={() => void read.refetch()} /> : <Loading lines={8} />}
      </Page>
    )
  }
  const edit = (
    <ButtonLink href={editAddress(courseId, lessonId)} icon={<Pencil aria-hidden />}>
      Edit lesson
    </ButtonLink>
  )
  return (
    <Page title={lesson.name} lead={lesson.description} crumbs={crumbs} actions={edit}>
      <div className={style.columns}>
        {course && <Contents courseId={courseId} modules={course.modules} lessonId={lessonId} />}
        <article className={style.lesson} aria-label={lesson.name}>
          {lesson.blocks.length === 0 && (
            <Empty icon={<FilePlus aria-hidden />} title="Nothing to read yet" action={edit}>
              This lesson has no blocks. Write some, and they stand here.
            </Empty>
          )}
          {lesson.blocks.map((block) => (
            <div key={block.id} id={blockAnchor(block.id)} className={style.block}>
              <BlockView block={block} />
            </div>
          ))}
          {course && <Onward courseId={courseId} modules={course.modules} lessonId={lessonId} />}
        </article>
      </div>
    </Page>
  )
}
