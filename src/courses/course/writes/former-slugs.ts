import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'
import type { CourseRow } from '../../outline/rows.ts'

/** How many former slugs a course keeps. A change of the slug removes older ones. */
const maxFormerSlugs = 20

const keep = defineSqlStatement<never>(
  'former_slug_keep',
  `INSERT INTO former_slugs (workspace_id, slug, course_id) VALUES ($1, $2, $3)
   ON CONFLICT (workspace_id, slug) DO UPDATE SET course_id = excluded.course_id, created_at = excluded.created_at`,
)
const listed = defineSqlStatement<{ slug: string }>(
  'former_slugs_of_course',
  `SELECT f.slug FROM former_slugs f WHERE f.workspace_id = $1 AND f.course_id = $2
   ORDER BY f.created_at DESC, f.slug OFFSET ${maxFormerSlugs}`,
)
const remove = defineSqlStatement<never>(
  'former_slugs_remove',
  'DELETE FROM former_slugs f WHERE f.workspace_id = $1 AND f.slug = ANY($2::text[])',
)

/** Keeps the slug of a locked course, before another one is written, so that its old address leads to the course. */
export async function keepFormerSlug(
  tx: SqlRunner,
  workspaceId: string,
  { id, slug }: Pick<CourseRow, 'id' | 'slug'>,
  newSlug: string | null,
): Promise<void> {
  if (slug === null || slug === newSlug) return
  await tx.rows(keep, [workspaceId, slug, id])
  const old = await tx.rows(listed, [workspaceId, id])
  if (old.length > 0) await tx.rows(remove, [workspaceId, old.map((one) => one.slug)])
}

const courseOf = defineSqlStatement<{ courseId: string }>(
  'former_slug_course',
  'SELECT f.course_id AS "courseId" FROM former_slugs f WHERE f.workspace_id = $1 AND f.slug = $2',
)

/** Returns the id of the course that had a slug before, or undefined. */
export const findCourseByFormerSlug = async (
  sql: SqlRunner,
  workspaceId: string,
  slug: string,
): Promise<string | undefined> => (await sql.rows(courseOf, [workspaceId, slug]))[0]?.courseId
