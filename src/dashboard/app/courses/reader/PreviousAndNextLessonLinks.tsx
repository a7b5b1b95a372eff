import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link } from 'react-aria-components/Link'
import type { DraftModule } from '../outline/moves.ts'
import { makeLessonPath } from '../paths.ts'
import style from './Reader.module.css'

type PreviousAndNextProps = {
  courseId: string
  modules: readonly DraftModule[]
  lessonId: string
  /** Returns the path to which a lesson is linked. By default, it is read there. */
  makePath?(courseId: string, lessonId: string): string
}

/** Shows links to the previous and the next lesson of the course, which may be in other modules. */
export function PreviousAndNextLessonLinks({
  courseId,
  modules,
  lessonId,
  makePath = makeLessonPath,
}: PreviousAndNextProps) {
  const lessons = modules.flatMap((module) => module.lessons)
  const index = lessons.findIndex(({ id }) => id === lessonId)
  const previous = lessons[index - 1]
  const next = index < 0 ? undefined : lessons[index + 1]
  if (!previous && !next) return null
  return (
    <nav className={style.pager} aria-label="Previous and next lesson">
      {previous && (
        <Link href={makePath(courseId, previous.id)} className={style.step!}>
          <ArrowLeft aria-hidden size={16} />
          <span>
            <span className={style.soft}>Previous lesson</span>
            <bdi>{previous.name}</bdi>
          </span>
        </Link>
      )}
      {next && (
        <Link href={makePath(courseId, next.id)} className={`${style.step} ${style.next}`}>
          <span>
            <span className={style.soft}>Next lesson</span>
            <bdi>{next.name}</bdi>
          </span>
          <ArrowRight aria-hidden size={16} />
        </Link>
      )}
    </nav>
  )
}
