import { Link } from 'react-aria-components/Link'
import { lessonAddress } from '../addresses.ts'
import type { OutlineModule } from '../outline/arrange.ts'
import style from './Reader.module.css'

type ContentsProps = { courseId: string; modules: readonly OutlineModule[]; lessonId: string }

const Lists = ({ courseId, modules, lessonId }: ContentsProps) =>
  modules
    .filter(({ lessons }) => lessons.length > 0)
    .map(({ id, name, lessons }) => (
      <div key={id}>
        <p className={style.moduleName}>{name}</p>
        <ol className={style.lessons}>
          {lessons.map((lesson) => (
            <li key={lesson.id}>
              <Link
                href={lessonAddress(courseId, lesson.id)}
                className={style.lessonLink!}
                aria-current={lesson.id === lessonId ? 'page' : undefined}
              >
                {lesson.name}
              </Link>
            </li>
          ))}
        </ol>
      </div>
    ))

/** The course's lessons by module; where there is no room at the side, behind a line to open. */
export const Contents = (props: ContentsProps) => (
  <nav className={style.contents} aria-label="Contents of the course">
    <div className={style.beside}>
      <Lists {...props} />
    </div>
    <details className={style.above}>
      <summary>Contents</summary>
      <Lists {...props} />
    </details>
  </nav>
)
