import { z } from 'zod'
import { makeNotNullSchema } from '../../operations/validation.ts'
import { courseRecordDefinition } from '../records/course.ts'
import type { CourseFields } from './course-writes.ts'

export const courseChangeSchema = z.object({
  ...courseRecordDefinition.changeRules,
  published: makeNotNullSchema(z.boolean()),
})

/** Returns the course status for the `published` flag of a request. */
const statusOf = (published: boolean) => (published ? 'published' : 'draft')

type Requested<Fields> = Fields & { published?: boolean | null }

/** Converts the course fields of a request to fields of a database row: replaces `published` with `status`. */
export const toCourseRowFields = <Fields extends CourseFields>({ published, ...fields }: Requested<Fields>) => ({
  ...fields,
  ...(published != null && { status: statusOf(published) }),
})
