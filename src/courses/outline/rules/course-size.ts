import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'
import { ApiError } from '../../../platform/errors.ts'

/**
 * The maximum number of modules, lessons and blocks in a course or a response, which must fit in memory.
 * `prisma/sql/refuse_full_course.sql` has the same number.
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

const makeFullCourseError = () =>
  new ApiError('conflict', `A course has at most ${text}. Delete some of them, or use another course.`, { details })

/**
 * Checks the number of modules, lessons and blocks that a course would have.
 * @throws ApiError `conflict` for more than `maxCourseRecords`
 */
export function assertCourseRecordCount(records: number): void {
  if (records > maxCourseRecords) throw makeFullCourseError()
}

/**
 * Checks the number of stored modules, lessons and blocks of a course, after the transaction has added some.
 * @throws ApiError `conflict` for more than `maxCourseRecords`
 */
export async function assertStoredCourseRecordCount(
  tx: SqlRunner,
  workspaceId: string,
  courseId: string,
): Promise<void> {
  const [row] = await tx.rows(size, [workspaceId, courseId])
  assertCourseRecordCount(row!.records)
}

/**
 * Checks the number of modules, lessons and blocks that a request would read.
 * @throws ApiError `invalid_request` for more than `maxCourseRecords`
 */
export function assertNotTooManyRecordsToRead(records: number): void {
  if (records <= maxCourseRecords) return
  throw new ApiError(
    'invalid_request',
    `There are more than ${text} to read. Request fewer courses, or read by page.`,
    {
      details,
    },
  )
}

/**
 * The maximum number of children of one parent. `place_module.sql`, `place_lesson.sql` and `place_block.sql` in
 * `prisma/sql` have the same number.
 */
export const maxSiblings = 10_000

const makeFullParentError = () =>
  new ApiError('conflict', `A parent has at most ${maxSiblings.toLocaleString('en')} children. Use another parent.`, {
    details: { limit: 'siblings', max: maxSiblings },
  })

/**
 * Checks the number of children that a parent would have after a request that adds some of them.
 * @throws ApiError `conflict` for more than `maxSiblings`
 */
export function assertSiblingCount(count: number): void {
  if (count > maxSiblings) throw makeFullParentError()
}

/** Maps the constraint name in a database error to the function that makes the error for the client. */
const creationErrors = new Map([
  ['sibling_count', makeFullParentError],
  ['course_records', makeFullCourseError],
])

/**
 * Awaits a database write that adds a module, lesson or block.
 * @throws ApiError `conflict` if the parent or the course is full (`maxSiblings`, `maxCourseRecords`)
 */
export async function awaitWriteOrThrowTooManyRecords<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    const makeError = creationErrors.get(String((error as { constraint?: unknown }).constraint))
    throw makeError?.() ?? error
  }
}
