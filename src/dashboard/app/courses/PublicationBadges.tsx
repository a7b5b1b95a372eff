import type { CourseStatus } from '../generated/operations.ts'
import { Badge } from '../ui/Badge.tsx'
import { courseStatusLabels } from './labels.ts'
import style from './PublicationBadges.module.css'

type PublicationBadgesProps = {
  course: { status: CourseStatus; hasUnpublishedChanges: boolean }
  /** Whether the badges are at the end of a row. If so, a narrow screen shows one badge below the other. */
  isAtRowEnd?: boolean
}

/** Shows whether a course is published, and whether its draft has changes that learners do not see yet. */
export const PublicationBadges = ({
  course: { status, hasUnpublishedChanges },
  isAtRowEnd,
}: PublicationBadgesProps) => (
  <span className={isAtRowEnd ? `${style.badges} ${style.atRowEnd}` : style.badges}>
    {status === 'published' && hasUnpublishedChanges && <Badge variant="warning">Unpublished changes</Badge>}
    <Badge variant={status === 'published' ? 'success' : 'neutral'}>{courseStatusLabels[status]}</Badge>
  </span>
)
