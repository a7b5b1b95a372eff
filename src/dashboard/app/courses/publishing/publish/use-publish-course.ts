import { useState } from 'react'
import { findFieldErrorMessage } from '../../../api/api-error.ts'
import { useIdempotentMutation } from '../../../api/use-idempotent-mutation.ts'
import {
  PublishCourseDocument,
  type PublishCourseMutation,
  PublishingDocument,
  type PublishingQuery,
} from '../../../generated/later-operations.ts'
import { UpdateCourseDocument, type Visibility } from '../../../generated/operations.ts'
import { courseQueriesToInvalidate } from '../../course-queries.ts'
import { proposeSlug } from '../../propose-slug.ts'
import { findingQueriesToInvalidate } from '../checks/findings.ts'
import { formatTimeWithZone, parseDateTimeInput } from '../time-zone.ts'

type Course = NonNullable<PublishingQuery['course']>
type PublishFormValues = {
  message: string
  /** The lessons to publish, or undefined for the whole course. */
  lessonIds: readonly string[] | undefined
  /** The text of the start time field. Undefined means that learners see the release at once. */
  start: string | undefined
  /** Who can read the course from now on. */
  visibility: Visibility
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

/** What a publish has led to. */
export type PublishOutcome = {
  text: string
  course: Pick<Course, 'id' | 'slug' | 'visibility'>
  /** Whether the course was published, but who can read it was not changed. */
  isVisibilityUnchanged: boolean
}

function describeRelease(
  { isNew, release }: PublishCourseMutation['createRelease'],
  start: string | undefined,
): string {
  if (!release || !isNew) return 'This is what learners already see. No release was made.'
  if (start === undefined) return `Published as release ${release.number}.`
  return `Release ${release.number} goes live on ${formatTimeWithZone(release.liveFrom ?? '')}.`
}

/**
 * Returns `run`, which publishes a course and then changes who can read it, and `problems`, the error messages for the
 * fields of the form.
 */
export function usePublishCourse(onPublished: (message: string, outcome: PublishOutcome) => void) {
  // If the API refuses to publish, the dashboard loads the findings and the publish gate again: both may be new.
  const { run, isPending, error } = useIdempotentMutation(PublishCourseDocument, courseQueriesToInvalidate, [
    ...findingQueriesToInvalidate,
    PublishingDocument,
  ])
  const update = useIdempotentMutation(UpdateCourseDocument, courseQueriesToInvalidate)
  const [problems, setProblems] = useState<Problems>({})

  /** Changes who can read a course. It gets a slug that its name suggests, unless another course has that slug. */
  async function share({ id, name, slug }: Course, visibility: Visibility) {
    const proposed = slug ?? (proposeSlug(name) || undefined)
    const first = await update.run({ id, input: { visibility, slug: proposed } })
    const result = first ?? (proposed === slug ? undefined : await update.run({ id, input: { visibility } }))
    return result && { id, visibility, slug: first ? (proposed ?? slug) : slug }
  }

  async function publish(course: Course, values: PublishFormValues): Promise<void> {
    const { message, lessonIds, start, visibility, confirm } = values
    const found = findProblems(values)
    setProblems(found)
    if (isPending || update.isPending || !confirm || Object.keys(found).length > 0) return
    const result = await run({
      courseId: course.id,
      input: {
        message: message.trim() || undefined,
        lessonIds: lessonIds && [...lessonIds],
        liveFrom: start && parseDateTimeInput(start),
        confirm,
      },
    })
    if (!result) return
    const shared = visibility === course.visibility ? course : await share(course, visibility)
    onPublished(message, {
      text: describeRelease(result.createRelease, start),
      course: shared ?? course,
      isVisibilityUnchanged: !shared,
    })
  }
  return {
    run: publish,
    isPending: isPending || update.isPending,
    error: problems.lessons || problems.start ? null : error,
    problems: { ...problems, start: problems.start ?? findFieldErrorMessage(error, 'liveFrom') },
  }
}
