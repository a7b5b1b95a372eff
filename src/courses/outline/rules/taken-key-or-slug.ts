import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'
import { makeTakenKeyOfCourseError } from './key-conflict.ts'
import { makeTakenSlugError } from './taken-slug.ts'

const taken = defineSqlStatement<{ hasKey: boolean }>(
  'course_key_or_slug_taken',
  `SELECT coalesce(c.key = $3::text, false) AS "hasKey" FROM courses c
   WHERE c.workspace_id = $1 AND c.id <> $2 AND (c.key = $3::text OR c.slug = $4::text) ORDER BY 1 DESC LIMIT 1`,
)

/**
 * Checks for a dry run that no other course of the workspace has the key or slug. In real writes, unique indexes check
 * this.
 * @throws ApiError `conflict`
 */
export async function assertCourseKeyAndSlugUnused(
  tx: SqlRunner,
  workspaceId: string,
  courseId: string,
  { key, slug }: { key?: string | null; slug?: string | null },
): Promise<void> {
  if (key == null && slug == null) return
  const [other] = await tx.rows(taken, [workspaceId, courseId, key ?? null, slug ?? null])
  if (other) throw other.hasKey ? makeTakenKeyOfCourseError() : makeTakenSlugError(slug)
}
