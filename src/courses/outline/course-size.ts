import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { ApiError } from '../../platform/errors.ts'

/**
 * The maximum number of modules, lessons and blocks of a course, and of a response with several courses. A process
 * holds all of them in memory while it reads or writes a whole course.
 */
export const maxCourseRecords = 50_000

const size = defineSqlStatement<{ records: number }>(
  'course_size',
  `SELECT ((SELECT count(*) FROM modules m WHERE m.workspace_id = $1 AND m.course_id = $2)
     + (SELECT count(*) FROM lessons l WHERE l.workspace_id = $1 AND l.course_id = $2)
     + (SELECT count(*) FROM blocks b WHERE b.workspace_id = $1 AND b.course_id = $2))::int AS records`,
)

const text = `${maxCourseRecords.toLocaleString('en')} modules, lessons and blocks`
const details = { limit: 'records', max: maxCourseRecords }

/** @throws ApiError `conflict` if a course would have more records than a course can have */
export function assertCourseSize(records: number): void {
  if (records <= maxCourseRecords) return
  throw new ApiError('conflict', `A course has at most ${text}. Delete some of them, or use another course.`, {
    details,
  })
}

/** Checks the size of a course in the transaction that added records to it. @throws ApiError `conflict` */
export async function assertStoredCourseSize(tx: SqlRunner, workspaceId: string, courseId: string): Promise<void> {
  const [row] = await tx.rows(size, [workspaceId, courseId])
  assertCourseSize(row!.records)
}

/** @throws ApiError `invalid_request` if a read has more records than one response can have */
export function assertReadSize(records: number): void {
  if (records <= maxCourseRecords) return
  throw new ApiError(
    'invalid_request',
    `There are more than ${text} to read. Request fewer courses, or read by page.`,
    {
      details,
    },
  )
}
