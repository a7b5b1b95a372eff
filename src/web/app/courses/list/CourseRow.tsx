import { Link } from 'react-aria-components/Link'
import type { CoursesQuery } from '../../generated/operations.ts'
import { Badge } from '../../parts/Badge.tsx'
import { agoOf } from '../../parts/time.ts'
import { courseAddress } from '../addresses.ts'
import { count, difficultyNames, languageName, statusNames } from '../words.ts'
import style from './List.module.css'

type CourseRowProps = { course: CoursesQuery['coursePage']['items'][number] }

/** One course of the list: the whole row is the way to it. */
export function CourseRow({ course }: CourseRowProps) {
  const { id, name, description, status, language, difficulty, lessonCount, metadata } = course
  const facts = [
    count(lessonCount, 'lesson'),
    language && languageName(language),
    difficulty && difficultyNames[difficulty],
    `changed ${agoOf(metadata.updatedAt)}`,
  ]
  return (
    <li>
      <Link href={courseAddress(id)} className={style.row!}>
        <span className={style.words}>
          <span className={style.name}>{name}</span>
          {description && <span className={style.description}>{description}</span>}
          <span className={style.facts}>{facts.filter(Boolean).join(' · ')}</span>
        </span>
        <Badge look={status === 'published' ? 'good' : 'neutral'}>{statusNames[status]}</Badge>
      </Link>
    </li>
  )
}
