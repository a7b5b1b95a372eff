import { SearchX } from 'lucide-react'
import { ButtonLink } from '../../parts/ButtonLink.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { Page } from '../../parts/Page.tsx'
import { courseAddress, coursesAddress } from '../addresses.ts'

/** Where a lesson was, or was never. */
export const NoLesson = ({ courseId }: { courseId: string }) => (
  <Page title="No such lesson" crumbs={[{ href: coursesAddress, label: 'Courses' }]}>
    <Empty
      icon={<SearchX aria-hidden />}
      title="There is no lesson here"
      action={<ButtonLink href={courseAddress(courseId)}>Go to the course</ButtonLink>}
    >
      It may have been deleted, or it belongs to another workspace.
    </Empty>
  </Page>
)
