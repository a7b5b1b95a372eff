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
    // PostgreSQL names the unique index in its error. The index of a partition has a name of its own.
    if (code !== '23505' || !constraint?.includes('slug')) throw error
    throw new ApiError('conflict', `Another course of the workspace has the slug ${slug}. Choose another slug.`, {
      details: { fields: [{ path: 'slug', message: 'is taken' }] },
    })
  }
}
