import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useApiQuery } from '../api/hooks.ts'
import { readLastLesson } from '../courses/last-lesson.ts'
import { makeCoursePath, makeLessonEditorPath } from '../courses/paths.ts'
import { type HomeQuery, LastLessonDocument } from '../generated/operations.ts'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Card } from '../ui/Card.tsx'
import style from './Home.module.css'

type ContinueCardProps = { courses: HomeQuery['coursePage']['items'] }

/**
 * Leads to the lesson that was last edited in this browser. Without one, the card leads to the course that somebody has
 * edited last.
 */
export function ContinueCard({ courses }: ContinueCardProps) {
  const [last] = useState(readLastLesson)
  const { data, error } = useApiQuery(
    LastLessonDocument,
    { courseId: last?.courseId ?? '', lessonId: last?.lessonId ?? '' },
    { isEnabled: last !== undefined },
  )
  const [recent] = courses
  const isUnknown = last === undefined || error instanceof ApiError
  if (data?.lesson && data.course) {
    const { course, lesson } = data
    return (
      <Continue
        name={lesson.name}
        place={course.name}
        href={makeLessonEditorPath(course.id, lesson.id)}
        action="Continue writing"
      />
    )
  }
  if (!isUnknown || !recent) return null
  return <Continue name={recent.name} place="Edited last" href={makeCoursePath(recent.id)} action="Open course" />
}

const Continue = ({ name, place, href, action }: { name: string; place: string; href: string; action: string }) => (
  <Card title="Continue">
    <div className={style.continue}>
      <span>
        <bdi className={style.name}>{name}</bdi>
        <bdi className={style.soft}>{place}</bdi>
      </span>
      <ButtonLink href={href} variant="primary">
        {action}
      </ButtonLink>
    </div>
  </Card>
)
