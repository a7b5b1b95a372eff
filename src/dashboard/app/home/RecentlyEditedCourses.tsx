import { BookOpen } from 'lucide-react'
import { Link } from 'react-aria-components/Link'
import { formatCountWithNoun } from '../courses/labels.ts'
import { PublicationBadges } from '../courses/PublicationBadges.tsx'
import { courseListPath, makeCoursePath } from '../courses/paths.ts'
import type { HomeQuery } from '../generated/operations.ts'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { formatRelativeTime } from '../ui/format-time.ts'
import style from './Home.module.css'

/** Shows the most recently edited courses. */
export function RecentlyEditedCourses({ courses }: { courses: HomeQuery['coursePage']['items'] }) {
  if (courses.length === 0) {
    return (
      <Card title="Courses">
        <EmptyState
          icon={<BookOpen aria-hidden />}
          title="No courses yet"
          action={
            <ButtonLink href={courseListPath} variant="primary">
              Create a course
            </ButtonLink>
          }
        >
          A course has modules, a module has lessons, and a lesson has blocks, such as text, images and quizzes.
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card
      title="Recent courses"
      isFlush
      actions={
        <ButtonLink href={courseListPath} isSmall variant="quiet">
          All courses
        </ButtonLink>
      }
    >
      <ul className={style.rows}>
        {courses.map(({ id, name, lessonCount, metadata, ...publication }) => (
          <li key={id}>
            <Link href={makeCoursePath(id)} className={style.row!}>
              <span>
                <span className={style.name}>
                  <bdi>{name}</bdi>
                </span>
                <span className={style.soft}>
                  {formatCountWithNoun(lessonCount, 'lesson')} · Edited {formatRelativeTime(metadata.contentUpdatedAt)}
                </span>
              </span>
              <PublicationBadges course={publication} isAtRowEnd />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
