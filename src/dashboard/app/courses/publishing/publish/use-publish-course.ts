import { useState } from 'react'
import { findFieldErrorMessage } from '../../../api/api-error.ts'
import { useIdempotentMutation } from '../../../api/use-idempotent-mutation.ts'
import { PublishCourseDocument } from '../../../generated/later-operations.ts'
import { showToast } from '../../../ui/toast-queue.ts'
import { courseQueriesToInvalidate } from '../../course-queries.ts'
import { findingQueriesToInvalidate } from '../checks/findings.ts'
import { formatTimeWithZone, parseDateTimeInput } from '../time-zone.ts'

type PublishFormValues = {
  message: string
  /** The lessons to publish, or undefined for the whole course. */
  lessonIds: readonly string[] | undefined
  /** The text of the start time field. Undefined means that learners see the release at once. */
  start: string | undefined
  /** The hash of the content that the author has reviewed. Without it, `run` publishes nothing. */
  confirm: string | null | undefined
}
type Problems = { lessons?: string; start?: string }

function findProblems({ lessonIds, start }: PublishFormValues): Problems {
  const time = start === undefined ? undefined : parseDateTimeInput(start)
  return {
    ...(lessonIds?.length === 0 && { lessons: 'Select at least one lesson.' }),
    ...(start !== undefined && !time && { start: 'Enter a date and a time.' }),
    ...(time && Date.parse(time) <= Date.now() && { start: 'Enter a time in the future.' }),
  }
}

/**
 * Returns `run`, which publishes a course and shows the result in a toast, and `problems`, the error messages for the
 * fields of the form.
 */
export function usePublishCourse(courseId: string, onPublished: (message: string) => void) {
  // If the API refuses to publish, the dashboard loads the findings again: there may be new findings.
  const { run, isPending, error } = useIdempotentMutation(
    PublishCourseDocument,
    courseQueriesToInvalidate,
    findingQueriesToInvalidate,
  )
  const [problems, setProblems] = useState<Problems>({})

  async function publish(values: PublishFormValues): Promise<void> {
    const { message, lessonIds, start, confirm } = values
    const found = findProblems(values)
    setProblems(found)
    if (isPending || !confirm || Object.keys(found).length > 0) return
    const result = await run({
      courseId,
      input: {
        message: message.trim() || undefined,
        lessonIds: lessonIds && [...lessonIds],
        liveFrom: start && parseDateTimeInput(start),
        confirm,
      },
    })
    if (!result) return
    onPublished(message)
    const { isNew, release } = result.createRelease
    if (!release || !isNew) showToast('Learners already see exactly this. No release was made.')
    else if (start === undefined) showToast(`Published as release ${release.number}. Learners see it now.`)
    else showToast(`Release ${release.number} goes live on ${formatTimeWithZone(release.liveFrom ?? '')}.`)
  }
  return {
    run: publish,
    isPending,
    error: problems.lessons || problems.start ? null : error,
    problems: { ...problems, start: problems.start ?? findFieldErrorMessage(error, 'liveFrom') },
  }
}
