import { BookOpen, Plus, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useApiQuery } from '../../api/hooks.ts'
import { CoursesDocument } from '../../generated/operations.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadErrorNotice } from '../../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../../ui/LoadingPlaceholder.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { useUnsavedEditToContinue } from '../../unsaved-edits/continued-edit.ts'
import { unsavedEditNameOfNewCourse } from '../dialogs/details-edit.ts'
import { formatCountWithNoun } from '../labels.ts'
import { courseListPath } from '../paths.ts'
import { ContentSearchResults } from './ContentSearchResults.tsx'
import { CourseFilters } from './CourseFilters.tsx'
import { CourseRow } from './CourseRow.tsx'
import { LazyCreateCourseDialog } from './LazyCreateCourseDialog.tsx'
import style from './List.module.css'
import { Pagination } from './Pagination.tsx'
import { useCourseFiltersInUrl } from './use-course-filters.ts'
import { useLastPageRedirect } from './use-last-page-redirect.ts'

/** Shows the courses of the workspace. The page's URL contains the search, the status filter and the page number. */
export function CourseListPage() {
  const filters = useCourseFiltersInUrl()
  const { continuedName, finish } = useUnsavedEditToContinue()
  const [isCreating, setCreating] = useState(continuedName === unsavedEditNameOfNewCourse)
  const { search, status, page } = filters
  const { data, error, refetch } = useApiQuery(
    CoursesDocument,
    { page, search: search || undefined, status: status === 'all' ? undefined : status },
    { shouldKeepPrevious: true },
  )
  const isTooLate = useLastPageRedirect(data?.coursePage, filters.hrefOf)
  const found = isTooLate ? undefined : data?.coursePage
  const createButton = (
    <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => setCreating(true)}>
      Create course
    </Button>
  )
  const isFiltered = search !== '' || status !== 'all'
  const emptyState = isFiltered ? (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="No course matches"
      action={<ButtonLink href={courseListPath}>Show all courses</ButtonLink>}
    >
      Try other words or another status. The search covers names, descriptions and the text of lessons.
    </EmptyState>
  ) : (
    <EmptyState icon={<BookOpen aria-hidden />} title="No courses yet" action={createButton}>
      A course has modules, a module has lessons, and a lesson has blocks, such as text, images and quizzes. Create a
      course here or with the API.
    </EmptyState>
  )
  return (
    <PageLayout
      title="Courses"
      lead="The courses of your workspace. The last edited course comes first."
      actions={createButton}
    >
      <CourseFilters filters={filters} />
      {error && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
      {!found && !error && <LoadingPlaceholder lines={6} />}
      {found && (
        <Card isFlush>
          <p className="visually-hidden" role="status">
            {formatCountWithNoun(found.pageInfo.total, 'course')}
          </p>
          {found.items.length === 0 && emptyState}
          {found.items.length > 0 && (
            <ul className={style.rows}>
              {found.items.map((course) => (
                <CourseRow key={course.id} course={course} />
              ))}
            </ul>
          )}
        </Card>
      )}
      {found && <Pagination info={found.pageInfo} hrefOf={filters.hrefOf} />}
      {found && search && page === 1 && <ContentSearchResults query={search} />}
      {isCreating && (
        <LazyCreateCourseDialog
          onClose={() => {
            setCreating(false)
            finish()
          }}
        />
      )}
    </PageLayout>
  )
}
