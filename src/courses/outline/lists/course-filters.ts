import { z } from 'zod'

/** The maximum number of identifiers in one request that reads records by their ids. */
export const maxRequestedIds = 100

/** The Zod schema of the ids in a request that reads several records by their ids. Unknown ids are allowed. */
export const requestedIdsSchema = z
  .array(z.string())
  .max(maxRequestedIds, `must have at most ${maxRequestedIds} entries`)

export type CourseStatus = 'draft' | 'published' | 'archived'

/** The filters of a list of courses. A filter that is absent or null has no effect, except for `status`. */
export type CourseFilter = {
  published?: boolean | null
  /** Without this filter, the list contains archived courses only if `ids` or `key` selects them. */
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
 * Returns the SQL condition for all filters of a list of courses except `ids` and `key`. `first` is the number of the
 * condition's first SQL parameter. `isLookup` is SQL that tells whether `ids` or `key` selects the courses. If so, the
 * list also contains archived courses.
 */
export const makeCourseFilterConditionSql = (first: number, isLookup = 'false') => {
  const [status, language, difficulty, since] = [0, 1, 2, 3].map((index) => `$${first + index}`)
  return `(c.status = ${status} OR ${status}::text IS NULL AND (c.status <> 'archived' OR ${isLookup}))
     AND (${language}::text IS NULL OR lower(c.language) = lower(${language}) OR starts_with(lower(c.language), lower(${language}) || '-'))
     AND (${difficulty}::text IS NULL OR c.difficulty = ${difficulty})
     AND (${since}::timestamptz IS NULL OR c.content_updated_at >= ${since})`
}

const statusOf = ({ status, published }: CourseFilter) =>
  status ?? (published == null ? null : published ? 'published' : 'draft')

/** Returns the values of the four SQL parameters in the condition that `makeCourseFilterConditionSql` returns. */
export const makeCourseFilterParameters = (filter: CourseFilter) => [
  statusOf(filter),
  filter.language ?? null,
  filter.difficulty ?? null,
  filter.updatedSince?.toISOString() ?? null,
]

type FilterDefinition = {
  /**
   * The SQL condition of the filter. Its SQL parameter `$1` is the workspace id. `parameters` returns the values of
   * `$2` and all further SQL parameters.
   */
  where: string
  parameters(filter: CourseFilter): unknown[]
  /**
   * Whether the number of matching courses is stored (`course_tallies`). If not, each request counts the courses.
   */
  hasStoredCount: boolean
}

/**
 * The combinations of filters that a list of courses can have. Each combination has its own SQL statements, so that
 * PostgreSQL can use a different index for each combination.
 */
export const courseFilterCombinations = {
  all: { where: "c.workspace_id = $1 AND c.status <> 'archived'", parameters: () => [], hasStoredCount: true },
  by_status: {
    where: 'c.workspace_id = $1 AND c.status = $2',
    parameters: (filter) => [statusOf(filter)],
    hasStoredCount: true,
  },
  by_fields: {
    where: `c.workspace_id = $1 AND ${makeCourseFilterConditionSql(2)}`,
    parameters: makeCourseFilterParameters,
    hasStoredCount: false,
  },
  by_ids: {
    where: `c.workspace_id = $1 AND c.id = ANY($6::uuid[]) AND ${makeCourseFilterConditionSql(2, 'true')}`,
    parameters: (filter) => [...makeCourseFilterParameters(filter), filter.ids],
    hasStoredCount: false,
  },
  by_key: {
    where: `c.workspace_id = $1 AND c.key = $6 AND ${makeCourseFilterConditionSql(2, 'true')} AND ($7::uuid[] IS NULL OR c.id = ANY($7))`,
    parameters: (filter) => [...makeCourseFilterParameters(filter), filter.key, filter.ids ?? null],
    hasStoredCount: false,
  },
} as const satisfies Record<string, FilterDefinition>

export type FilterCombinationName = keyof typeof courseFilterCombinations

/** Returns the name of the entry of `courseFilterCombinations` that implements the filters of a request. */
export function getFilterCombinationName({
  published,
  status,
  language,
  difficulty,
  updatedSince,
  ids,
  key,
}: CourseFilter): FilterCombinationName {
  if (key != null) return 'by_key'
  if (ids != null) return 'by_ids'
  if (language != null || difficulty != null || updatedSince != null) return 'by_fields'
  return published == null && status == null ? 'all' : 'by_status'
}

/**
 * Calls `make` with the name of each entry of `courseFilterCombinations`. Returns an object with these names as keys
 * and the results as values.
 */
export const mapEachFilterCombinationName = <T>(
  make: (name: FilterCombinationName) => T,
): Record<FilterCombinationName, T> => ({
  all: make('all'),
  by_status: make('by_status'),
  by_fields: make('by_fields'),
  by_ids: make('by_ids'),
  by_key: make('by_key'),
})
