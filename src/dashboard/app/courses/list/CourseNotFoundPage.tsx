import { SearchX } from 'lucide-react'
import { Link } from 'react-aria-components/Link'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { courseListPath, trashPath } from '../paths.ts'
import { LazyUnsavedEditList } from '../unsaved-edit-list/LazyUnsavedEditList.tsx'

/** Shows the page for a course that does not exist. */
export const CourseNotFoundPage = () => (
  <PageLayout title="Course not found" crumbs={[{ href: courseListPath, label: 'Courses' }]}>
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="This course does not exist"
      action={<ButtonLink href={courseListPath}>Show all courses</ButtonLink>}
    >
      It was deleted, or it belongs to another workspace. What is deleted stays in the{' '}
      <Link href={trashPath}>trash</Link> for 30 days.
    </EmptyState>
    <LazyUnsavedEditList />
  </PageLayout>
)
