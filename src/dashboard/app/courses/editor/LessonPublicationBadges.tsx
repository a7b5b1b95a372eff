import { useApiQuery } from '../../api/hooks.ts'
import { LessonPublicationDocument } from '../../generated/later-operations.ts'
import type { CourseStatus } from '../../generated/operations.ts'
import { PublicationBadges } from '../PublicationBadges.tsx'

type LessonPublicationBadgesProps = {
  lessonId: string
  course: { status: CourseStatus; hasUnpublishedChanges: boolean }
}

/** Shows whether the course of a lesson is published, and whether this lesson has changes that learners do not see yet. */
export function LessonPublicationBadges({ lessonId, course }: LessonPublicationBadgesProps) {
  const { status, hasUnpublishedChanges: isCourseChanged } = course
  const isEnabled = status === 'published' && isCourseChanged
  const { data } = useApiQuery(LessonPublicationDocument, { id: lessonId }, { isEnabled })
  const hasUnpublishedChanges = isEnabled && data?.lesson?.hasUnpublishedChanges === true
  return <PublicationBadges course={{ status, hasUnpublishedChanges }} />
}
