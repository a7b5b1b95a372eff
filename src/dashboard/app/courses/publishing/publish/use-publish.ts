import { useState } from 'react'
import { findFieldErrorMessage } from '../../../api/api-error.ts'
import { invalidateQueries } from '../../../api/query-client.ts'
import { useIdempotentMutation } from '../../../api/use-idempotent-mutation.ts'
import { PublishCourseDocument } from '../../../generated/later-operations.ts'
import { showToast } from '../../../ui/toast-queue.ts'
import { courseQueriesToInvalidate } from '../../course-queries.ts'
import { queriesWithFindings } from '../checks/findings.ts'
import { formatTimeWithZone, parseTimeFromInput } from '../time-zone.ts'

type Wish = {
  message: string
  /** The lessons to publish, or undefined for the whole course. */
  lessonIds: readonly string[] | undefined
  /** The text of the start time field. Undefined means that learners see the release at once. */
  start: string | undefined
  confirm: string | undefined
}
type Problems = { lessons?: string; start?: string }

function findProblems({ lessonIds, start }: Wish): Problems {
  const time = start === undefined ? undefined : parseTimeFromInput(start)
  return {
    ...(lessonIds?.length === 0 && { lessons: 'Select at least one lesson.' }),
    ...(start !== undefined && !time && { start: 'Enter a date and a time.' }),
    ...(time && Date.parse(time) <= Date.now() && { start: 'Enter a time in the future.' }),
  }
}

/**
 * Returns a function that publishes a course and shows the result in a toast. `problems` contains error messages for
 * the author's input.
 */
export function usePublish(courseId: string, onPublished: () => void) {
  const { run, isPending, error } = useIdempotentMutation(PublishCourseDocument, courseQueriesToInvalidate)
  const [problems, setProblems] = useState<Problems>({})

  async function publish(wish: Wish): Promise<void> {
    const { message, lessonIds, start, confirm } = wish
    const found = findProblems(wish)
    setProblems(found)
    if (isPending || Object.keys(found).length > 0) return
    const result = await run({
      courseId,
      input: {
        message: message.trim() || undefined,
        lessonIds: lessonIds && [...lessonIds],
        liveFrom: start && parseTimeFromInput(start),
        confirm,
      },
    })
    // After a refusal, the dialog fetches the findings again, because there may be new findings.
    if (!result) return void invalidateQueries(queriesWithFindings)
    onPublished()
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
