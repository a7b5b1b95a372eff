import { ButtonLink } from '../../../ui/ButtonLink.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { makePublishingPath } from '../../paths.ts'
import { LearnersLink } from '../settings/LearnersLink.tsx'
import { makePublicCourseUrl } from '../settings/visibility.ts'
import type { PublishOutcome } from './use-publish-course.ts'

/** Says what a publish has led to, with the link for learners if they can read the course. */
export function PublishedNotice({ outcome, publicId }: { outcome: PublishOutcome; publicId: string }) {
  const { text, course, isVisibilityUnchanged } = outcome
  return (
    <>
      <p>{text}</p>
      {isVisibilityUnchanged && (
        <Notice variant="warning" title="Who can read it was not changed">
          Try it again under Share.
        </Notice>
      )}
      {course.visibility === 'private' ? (
        <Notice variant="info" title="Nobody can open it by a link yet">
          Only your own sites and apps get it, with an API key. Share it to give it a link.
        </Notice>
      ) : (
        <LearnersLink url={makePublicCourseUrl(publicId, course)} />
      )}
      <div>
        <ButtonLink href={makePublishingPath(course.id)}>All releases</ButtonLink>
      </div>
    </>
  )
}
