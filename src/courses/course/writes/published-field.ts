import type { GraphQLContext } from '../../../operations/context.ts'
import type { TransactionalSqlRunner } from '../../../platform/db/sql.ts'
import { getFirstRow, type SqlRunner } from '../../../platform/db/statement.ts'
import { makeNotFoundError } from '../../../platform/errors.ts'
import { readCoursesByIds } from '../../outline/reads/course-reads.ts'
import type { CourseRow } from '../../outline/rows.ts'
import { lockCourse } from './course-writes.ts'

/**
 * Publishes or unpublishes a course, in the transaction of a write to its field `published`.
 * `increasesVersion` is false if the transaction has already increased the version of the course.
 * @throws ApiError `forbidden` for a caller who may not publish
 */
type WritePublishedField = (
  tx: SqlRunner,
  context: GraphQLContext,
  id: string,
  published: boolean,
  options: { increasesVersion: boolean },
) => Promise<void>

let declared: WritePublishedField | undefined

/**
 * Declares what a write to the field `published` of a course does. Releases are in a higher layer than courses, so they
 * declare it (`src/releases/publishing/published-field.ts`), as features declare the fields of the schema.
 */
export function declarePublishedField(write: WritePublishedField): void {
  declared = write
}

/** Publishes or unpublishes a course as declared. @throws Error if nothing is declared */
export const writePublishedField: WritePublishedField = async (...write) => {
  if (!declared) throw new Error('Nothing is declared for writes to the field `published` of a course.')
  await declared(...write)
}

/**
 * Writes a course, and publishes or unpublishes the course in the same transaction if `published` is true or false.
 * @throws ApiError `not_found`
 */
export async function writeCourseWithPublishedField(
  context: GraphQLContext,
  published: boolean | null | undefined,
  /** Writes the course, except the field `published`. */
  write: (sql: TransactionalSqlRunner) => Promise<CourseRow>,
  /**
   * The parameter `id` is undefined for a new course. `increasesVersion` says whether `write` increases the version of
   * the course.
   */
  { id, increasesVersion }: { id?: string; increasesVersion: boolean },
): Promise<CourseRow> {
  const workspaceId = context.workspaceId()
  if (published == null) return write(context.db.sql)
  return context.db.sql.transaction(async (tx) => {
    if (id !== undefined && !(await lockCourse(tx, workspaceId, id))) throw makeNotFoundError('Course')
    const course = await write({ ...tx, transaction: (work) => work(tx) })
    // Publishing or unpublishing increases the version of the course only if `write` does not increase it.
    await writePublishedField(tx, context, course.id, published, {
      increasesVersion: !increasesVersion,
    })
    return getFirstRow(await readCoursesByIds(tx, workspaceId, [course.id]))
  })
}
