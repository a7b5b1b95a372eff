import { BookOpen } from 'lucide-react'
import { Link } from 'react-aria-components/Link'
import type { StartQuery } from '../generated/operations.ts'
import { Badge } from '../parts/Badge.tsx'
import { ButtonLink } from '../parts/ButtonLink.tsx'
import { Card } from '../parts/Card.tsx'
import { Empty } from '../parts/Empty.tsx'
import { dayOf } from '../parts/time.ts'
import style from './Home.module.css'

/** The newest courses. */
export function Recent({ courses }: { courses: StartQuery['coursePage']['items'] }) {
  if (courses.length === 0) {
    return (
      <Card title="Courses">
        <Empty
          icon={<BookOpen aria-hidden />}
          title="No courses yet"
          action={
            <ButtonLink href="/courses" look="primary">
              Create a course
            </ButtonLink>
          }
        >
          A course is modules with lessons, and lessons are made of blocks: text, pictures, quizzes, code.
        </Empty>
      </Card>
    )
  }
  return (
    <Card
      title="Newest courses"
      flush
      actions={
        <ButtonLink href="/courses" small look="quiet">
          All courses
        </ButtonLink>
      }
    >
      <ul className={style.rows}>
        {courses.map(({ id, name, status, lessonCount, metadata }) => (
          <li key={id}>
            <Link href={`/courses/${id}`} className={style.row!}>
              <span>
                <span className={style.name}>{name}</span>
                <span className={style.soft}>
                  {lessonCount} {lessonCount === 1 ? 'lesson' : 'lessons'} · changed {dayOf(metadata.updatedAt)}
                </span>
              </span>
              <Badge look={status === 'published' ? 'good' : 'neutral'}>
                {status === 'published' ? 'Published' : 'Draft'}
              </Badge>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
