import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link } from 'react-aria-components/Link'
import { lessonAddress } from '../addresses.ts'
import type { OutlineModule } from '../outline/arrange.ts'
import style from './Reader.module.css'

type OnwardProps = { courseId: string; modules: readonly OutlineModule[]; lessonId: string }

/** The ways to the lesson before and after, over the borders of modules. */
export function Onward({ courseId, modules, lessonId }: OnwardProps) {
  const lessons = modules.flatMap((module) => module.lessons)
  const index = lessons.findIndex(({ id }) => id === lessonId)
  const before = lessons[index - 1]
  const after = index < 0 ? undefined : lessons[index + 1]
  if (!before && !after) return null
  return (
    <nav className={style.onward} aria-label="Lessons before and after">
      {before && (
        <Link href={lessonAddress(courseId, before.id)} className={style.step!}>
          <ArrowLeft aria-hidden size={16} />
          <span>
            <span className={style.soft}>Previous lesson</span>
            {before.name}
          </span>
        </Link>
      )}
      {after && (
        <Link href={lessonAddress(courseId, after.id)} className={`${style.step} ${style.next}`}>
          <span>
            <span className={style.soft}>Next lesson</span>
            {after.name}
          </span>
          <ArrowRight aria-hidden size={16} />
        </Link>
      )}
    </nav>
  )
}
