import { ApiError } from '../../platform/errors.ts'

/**
 * Waits for a write of a course.
 * @throws ApiError `conflict` if another course of the workspace has the slug
 */
export async function throwConflictIfSlugTaken<Row>(
  write: Promise<Row[]>,
  { slug }: { slug?: string | null },
): Promise<Row[]> {
  try {
    return await write
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    // The error of PostgreSQL names the unique index. In a partitioned table, the index of each partition has its own
    // name, which contains `slug` too.
    if (code !== '23505' || !constraint?.includes('slug')) throw error
    throw new ApiError('conflict', `Another course of the workspace has the slug ${slug}. Choose another slug.`, {
      details: { fields: [{ path: 'slug', message: 'is taken' }] },
    })
  }
}
