import { z } from 'zod'
import type { CourseStatus } from '../../outline/rows.ts'

/** The maximum number of identifiers in one request that reads records by their ids. */
export const maxRequestedIds = 100

/** The Zod schema of the ids in a request that reads several records by their ids. Unknown ids are allowed. */
export const requestedIdsSchema = z
  .array(z.string())
  .max(maxRequestedIds, `must have at most ${maxRequestedIds} entries`)

/**
 * The filters of a list of courses. A filter that is absent or null selects all courses. Exception: without `status`,
 * archived courses are usually left out.
 */
export type CourseFilter = {
  published?: boolean | null
  /**
   * The status of the courses. Without `status`, the list contains archived courses only if `ids` or `key` selects
   * them.
   */
  status?: CourseStatus | null
  /** A BCP 47 language tag. `en` also selects `en-GB` (RFC 4647, basic filtering). */
  language?: string | null
  difficulty?: string | null
  /** Selects the courses whose content last changed at the given time or later. */
  updatedSince?: Date | null
  ids?: readonly string[] | null
  key?: string | null
}

/**
 * Returns the SQL condition for all filters except `ids` and `key`. The condition has four SQL parameters.
 * @param first the number of the first SQL parameter
 * @param isLookup the SQL text `true` if the condition also selects archived courses when no status is requested
 */
export const makeCourseFilterConditionSql = (first: number, isLookup = 'false') => {
  const [status, language, difficulty, since] = [0, 1, 2, 3].map((index) => `$${first + index}`)
  return `(c.status = ${status} OR ${status}::text IS NULL AND (c.status <> 'archived' OR ${isLookup}))
     AND (${language}::text IS NULL OR lower(c.language) = lower(${language}) OR starts_with(lower(c.language), lower(${language}) || '-'))
     AND (${difficulty}::text IS NULL OR c.difficulty = ${difficulty})
     AND (${since}::timestamptz IS NULL OR c.content_updated_at >= ${since})`
}

/** Returns the status that a filter selects, or null if the filter has neither `status` nor `published`. */
export const getStatusOfFilter = ({ status, published }: CourseFilter) =>
  status ?? (published == null ? null : published ? 'published' : 'draft')

/** Returns the values of the four SQL parameters in the condition that `makeCourseFilterConditionSql` returns. */
export const makeCourseFilterParameters = (filter: CourseFilter) => [
  getStatusOfFilter(filter),
  filter.language ?? null,
  filter.difficulty ?? null,
  filter.updatedSince?.toISOString() ?? null,
]
