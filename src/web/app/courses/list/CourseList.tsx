import { BookOpen, Plus, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../data/hooks.ts'
import { CoursesDocument } from '../../generated/operations.ts'
import { Button } from '../../parts/Button.tsx'
import { ButtonLink } from '../../parts/ButtonLink.tsx'
import { Card } from '../../parts/Card.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { FailureNotice } from '../../parts/FailureNotice.tsx'
import { Loading } from '../../parts/Loading.tsx'
import { Page } from '../../parts/Page.tsx'
import { coursesAddress } from '../addresses.ts'
import { CourseRow } from './CourseRow.tsx'
import { CreateCourse } from './CreateCourse.tsx'
import { Filters } from './Filters.tsx'
import { FoundContent } from './FoundContent.tsx'
import style from './List.module.css'
import { Pages } from './Pages.tsx'
import { useSelection } from './selection.ts'

/** The courses of the workspace: searched, filtered and paged by the address. */
export function CourseList() {
  const selection = useSelection()
  const [isCreating, setCreating] = useState(false)
  const { search, status, page } = selection
  const { data, error, refetch } = useRead(
    CoursesDocument,
    { page, search: search || undefined, published: status === 'all' ? undefined : status === 'published' },
    { keepPrevious: true },
  )
  const found = data?.coursePage
  const create = (
    <Button look="primary" icon={<Plus aria-hidden />} onPress={() => setCreating(true)}>
      Create course
    </Button>
  )
  const isFiltered = search !== '' || status !== 'all' || page > 1
  const empty = isFiltered ? (
    <Empty
      icon={<SearchX aria-hidden />}
      title="No course matches"
      action={<ButtonLink href={coursesAddress}>Show all courses</ButtonLink>}
    >
      Other words or another status may find it. The search looks at names, descriptions and the text of lessons.
    </Empty>
  ) : (
    <Empty icon={<BookOpen aria-hidden />} title="No courses yet" action={create}>
      A course is modules with lessons, and lessons are made of blocks: text, pictures, films, quizzes, code. Create one
      here, or send it by API.
    </Empty>
  )
  return (
    <Page title="Courses" lead="Everything that your workspace teaches, newest first." actions={create}>
      <Filters selection={selection} />
      {error && <FailureNotice error={error} onRetry={() => void refetch()} />}
      {!found && !error && <Loading lines={6} />}
      {found && (
        <Card flush>
          <p className="visually-hidden" role="status">
            {found.pageInfo.total === 1 ? '1 course' : `${found.pageInfo.total} courses`}
          </p>
          {found.items.length === 0 && empty}
          {found.items.length > 0 && (
            <ul className={style.rows}>
              {found.items.map((course) => (
                <CourseRow key={course.id} course={course} />
              ))}
            </ul>
          )}
        </Card>
      )}
      {found && <Pages info={found.pageInfo} hrefOf={selection.hrefOf} />}
      {search && page === 1 && <FoundContent query={search} />}
      {isCreating && <CreateCourse onClose={() => setCreating(false)} />}
    </Page>
  )
}
