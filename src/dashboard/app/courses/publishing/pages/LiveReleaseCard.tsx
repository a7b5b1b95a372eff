import { Eye, EyeOff, GitCompare } from 'lucide-react'
import { useState } from 'react'
import type { PublishingQuery } from '../../../generated/later-operations.ts'
import { Button, makeButtonClassName } from '../../../ui/Button.tsx'
import { ButtonLink } from '../../../ui/ButtonLink.tsx'
import { Card } from '../../../ui/Card.tsx'
import { formatDateTime } from '../../../ui/format-time.ts'
import { PublicationBadges } from '../../PublicationBadges.tsx'
import { makeCompareReleasesPath } from '../../paths.ts'
import style from '../Publishing.module.css'
import { useOpenPreviewInNewTab } from '../preview/use-open-preview-in-new-tab.ts'
import { describeReleaseSchedule, findNextScheduledRelease } from '../release-status.ts'
import { UnpublishCourseDialog } from '../releases/UnpublishCourseDialog.tsx'
import { makePublicCourseUrl } from '../settings/visibility.ts'

type LiveReleaseCardProps = { course: NonNullable<PublishingQuery['course']>; publicId: string }

/**
 * Says which release of a course learners see now. Buttons open the course as learners see it, compare the release with
 * the draft, and unpublish the course.
 */
export function LiveReleaseCard({ course, publicId }: LiveReleaseCardProps) {
  const { id, name, status, liveReleaseNumber: live, publishedAt, visibility, hasUnpublishedChanges } = course
  const [isUnpublishing, setUnpublishing] = useState(false)
  const preview = useOpenPreviewInNewTab(id)
  let text = 'Learners do not see this course. Publish it to show it to learners.'
  if (status === 'archived') text = 'Learners do not see this course, because it is archived.'
  if (live !== null) {
    const since = publishedAt ? `Since ${formatDateTime(publishedAt)}, learners` : 'Learners'
    const rest = hasUnpublishedChanges ? ' The draft has changes that they do not see yet.' : ' The draft is the same.'
    text = `${since} see release ${live}.${rest}`
  }
  const next = findNextScheduledRelease(course.releases, live)
  const nextText = next && `Release ${next.number} ${describeReleaseSchedule(next, 'scheduled')?.replace(/^G/, 'g')}.`
  return (
    <Card title="What learners see" actions={<PublicationBadges course={course} />}>
      <div className={style.live}>
        <p>{text}</p>
        {nextText && <p>{nextText}</p>}
        {status !== 'archived' && (
          <div className={style.buttons}>
            {live !== null && visibility !== 'private' ? (
              <a
                href={makePublicCourseUrl(publicId, course)}
                target="_blank"
                rel="noreferrer"
                className={makeButtonClassName()}
              >
                <Eye aria-hidden />
                Open as learner
              </a>
            ) : (
              <Button
                icon={<Eye aria-hidden />}
                isBusy={preview.isPending}
                onPress={() => void preview.open(live ?? undefined)}
              >
                {live === null ? 'Open the draft as learner' : 'Open as learner'}
              </Button>
            )}
            {live !== null && hasUnpublishedChanges && (
              <ButtonLink href={makeCompareReleasesPath(id, String(live), 'draft')} icon={<GitCompare aria-hidden />}>
                Compare with the draft
              </ButtonLink>
            )}
            {(live !== null || next) && (
              <Button icon={<EyeOff aria-hidden />} onPress={() => setUnpublishing(true)}>
                Unpublish
              </Button>
            )}
          </div>
        )}
      </div>
      {isUnpublishing && <UnpublishCourseDialog courseId={id} name={name} onClose={() => setUnpublishing(false)} />}
    </Card>
  )
}
