import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-aria-components/Link'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { courseListPath, makeCoursePath, trashPath } from '../paths.ts'
import { LazyUnsavedEditList } from '../unsaved-edit-list/LazyUnsavedEditList.tsx'

type LessonNotFoundPageProps = {
  courseId: string
  /** A block of the lesson that was being edited. */
  children?: ReactNode
}

/** Shows the page for a lesson that does not exist. */
export const LessonNotFoundPage = ({ courseId, children }: LessonNotFoundPageProps) => (
  <PageLayout title="Lesson not found" crumbs={[{ href: courseListPath, label: 'Courses' }]}>
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="This lesson does not exist"
      action={<ButtonLink href={makeCoursePath(courseId)}>Go to the course</ButtonLink>}
    >
      It was deleted, or it belongs to another workspace. What is deleted stays in the{' '}
      <Link href={trashPath}>trash</Link> for 30 days.
    </EmptyState>
    {children}
    <LazyUnsavedEditList />
  </PageLayout>
)
