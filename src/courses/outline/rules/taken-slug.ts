import { ApiError } from '../../../platform/errors.ts'

export const makeTakenSlugError = (slug: string | null | undefined) =>
  new ApiError('conflict', `Another course of the workspace has the slug ${slug}. Choose another slug.`, {
    details: { fields: [{ path: 'slug', message: 'is taken' }] },
  })

/**
 * Awaits a database write of a course.
 * @throws ApiError `conflict`, instead of the database error, if another course of the workspace has the slug
 */
export async function awaitWriteOrThrowSlugConflict<Result>(
  write: Promise<Result>,
  { slug }: { slug?: string | null },
): Promise<Result> {
  try {
    return await write
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    // `constraint` is the name of a unique index. Each partition has its own index, with `slug` in the name.
    if (code !== '23505' || !constraint?.includes('slug')) throw error
    throw makeTakenSlugError(slug)
  }
}
