import {
  type CourseFilter,
  getStatusOfFilter,
  makeCourseFilterConditionSql,
  makeCourseFilterParameters,
} from './course-filters.ts'

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
 * The combinations of filters of a course list. Each has its own SQL statements, so that PostgreSQL can use a different
 * index for each.
 */
export const courseFilterCombinations = {
  all: { where: "c.workspace_id = $1 AND c.status <> 'archived'", parameters: () => [], hasStoredCount: true },
  by_status: {
    where: 'c.workspace_id = $1 AND c.status = $2',
    parameters: (filter) => [getStatusOfFilter(filter)],
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

export type CourseFilterCombinationName = keyof typeof courseFilterCombinations

/** Returns the name of the entry of `courseFilterCombinations` that implements the filters of a request. */
export function getCourseFilterCombinationName({
  published,
  status,
  language,
  difficulty,
  updatedSince,
  ids,
  key,
}: CourseFilter): CourseFilterCombinationName {
  if (key != null) return 'by_key'
  if (ids != null) return 'by_ids'
  if (language != null || difficulty != null || updatedSince != null) return 'by_fields'
  return published == null && status == null ? 'all' : 'by_status'
}

/**
 * Calls `make` with the name of each entry of `courseFilterCombinations`. Returns an object with these names as keys
 * and the results as values.
 */
export const makeObjectByCourseFilterCombination = <T>(
  make: (name: CourseFilterCombinationName) => T,
): Record<CourseFilterCombinationName, T> => ({
  all: make('all'),
  by_status: make('by_status'),
  by_fields: make('by_fields'),
  by_ids: make('by_ids'),
  by_key: make('by_key'),
})
