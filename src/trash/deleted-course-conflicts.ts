import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { ApiError } from '../platform/errors.ts'

type Taken = { id: string; isKey: boolean; key: string | null; slug: string | null }
const takenByCourse = defineSqlStatement<Taken>(
  'trash_taken_by_course',
  `SELECT c.id, coalesce(c.key = x.key, false) AS "isKey", x.key, n.slug
   FROM trash_records x CROSS JOIN LATERAL json_to_record(x.body) AS n (slug text)
   JOIN courses c ON c.workspace_id = $1 AND (c.key = x.key OR c.slug = n.slug)
   WHERE x.workspace_id = $1 AND x.trash_id = $2 AND x.level = 'course' LIMIT 2`,
)

/**
 * Makes sure that no course uses the key or the slug of a deleted course.
 * @throws ApiError `conflict` that names the other course
 */
export async function assertDeletedCourseKeyAndSlugUnused(
  tx: SqlRunner,
  workspaceId: string,
  entryId: string,
): Promise<void> {
  const [taken] = await tx.rows(takenByCourse, [workspaceId, entryId])
  if (!taken) return
  const path = taken.isKey ? 'key' : 'slug'
  const message = `Another course has the ${path} ${taken[path]} now: ${taken.id}. Change the ${path} of that course first.`
  throw new ApiError('conflict', message, {
    details: { reason: `${path}_taken`, courseId: taken.id, fields: [{ path, message: 'is taken' }] },
  })
}
