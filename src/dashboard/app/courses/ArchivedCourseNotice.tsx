import { getErrorMessageForUser } from '../api/api-error.ts'
import { useIdempotentMutation } from '../api/use-idempotent-mutation.ts'
import { UnarchiveCourseDocument } from '../generated/later-operations.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { showToast } from '../ui/toast-queue.ts'
import { courseQueriesToInvalidate } from './course-queries.ts'

/** Says that a course is archived, with a button that takes the course out of the archive. */
export function ArchivedCourseNotice({ courseId }: { courseId: string }) {
  const { run, isPending, error } = useIdempotentMutation(UnarchiveCourseDocument, courseQueriesToInvalidate)
  async function unarchive(): Promise<void> {
    if (await run({ id: courseId })) showToast('The course is back as a draft. Publish it to show it to learners.')
  }
  return (
    <>
      <Notice
        title="This course is archived"
        action={
          <Button isSmall isBusy={isPending} onPress={() => void unarchive()}>
            Unarchive
          </Button>
        }
      >
        You can read it, but not change or publish it. Unarchive it to continue with it as a draft.
      </Notice>
      {error && <Notice variant="error">{getErrorMessageForUser(error)}</Notice>}
    </>
  )
}
