import { Link } from 'react-aria-components/Link'
import type { CoursesQuery } from '../../generated/operations.ts'
import { formatRelativeTime } from '../../ui/format-time.ts'
import { difficultyLabels, formatCountWithNoun, getLanguageName } from '../labels.ts'
import { PublicationBadges } from '../PublicationBadges.tsx'
import { makeCoursePath } from '../paths.ts'
import style from './List.module.css'

type CourseRowProps = { course: CoursesQuery['coursePage']['items'][number] }

/** Shows one row of the course list. The whole row is a link to the course. */
export function CourseRow({ course }: CourseRowProps) {
  const { id, name, description, language, difficulty, lessonCount, metadata } = course
  const facts = [
    formatCountWithNoun(lessonCount, 'lesson'),
    language && getLanguageName(language),
    difficulty && difficultyLabels[difficulty],
    `Edited ${formatRelativeTime(metadata.contentUpdatedAt)}`,
  ]
  return (
    <li>
      <Link href={makeCoursePath(id)} className={style.row!}>
        <span className={style.text}>
          <span className={style.name}>
            <bdi>{name}</bdi>
          </span>
          {description && (
            <span className={style.description} dir="auto">
              {description}
            </span>
          )}
          <span className={style.facts}>{facts.filter(Boolean).join(' · ')}</span>
        </span>
        <PublicationBadges course={course} isAtRowEnd />
      </Link>
    </li>
  )
}
