import { Link } from 'react-aria-components/Link'
import type { DraftModule } from '../outline/moves.ts'
import { makeLessonPath } from '../paths.ts'
import style from './Reader.module.css'

type CourseContentsProps = { courseId: string; modules: readonly DraftModule[]; lessonId: string }

const LessonLinks = ({ courseId, modules, lessonId }: CourseContentsProps) =>
  modules
    .filter(({ lessons }) => lessons.length > 0)
    .map(({ id, name, lessons }) => (
      <div key={id}>
        <p className={style.moduleName}>
          <bdi>{name}</bdi>
        </p>
        <ol className={style.lessons}>
          {lessons.map((lesson) => (
            <li key={lesson.id}>
              <Link
                href={makeLessonPath(courseId, lesson.id)}
                className={style.lessonLink!}
                aria-current={lesson.id === lessonId ? 'page' : undefined}
              >
                <bdi>{lesson.name}</bdi>
              </Link>
            </li>
          ))}
        </ol>
      </div>
    ))

/**
 * Shows the table of contents of a course. On a wide screen, it is beside the lesson. On a narrow screen, it is above
 * the lesson and closed at first.
 */
export const CourseTableOfContents = (props: CourseContentsProps) => (
  <nav className={style.contents} aria-label="Table of contents">
    <div className={style.beside}>
      <LessonLinks {...props} />
    </div>
    <details className={style.above}>
      <summary>Contents</summary>
      <LessonLinks {...props} />
    </details>
  </nav>
)
