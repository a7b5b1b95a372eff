import { z } from 'zod'
import type { BindValue } from '../../../platform/db/composed-statements.ts'
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
  /** Selects the courses that have this tag. */
  tag?: string | null
  /** Selects the courses whose content last changed at the given time or later. */
  updatedSince?: Date | null
  ids?: readonly string[] | null
  key?: string | null
}

type Condition = {
  /** Returns the value of the filter, or null or undefined if a request does not have the filter. */
  valueOf(filter: CourseFilter): unknown
  /** Returns SQL that is true if the filter selects the course `c`. */
  makeSql(value: string): string
  /** Whether the filter can select archived courses. */
  includesArchived?: true
}

const conditions: readonly Condition[] = [
  {
    valueOf: ({ status, published }) => status ?? (published == null ? null : published ? 'published' : 'draft'),
    makeSql: (status) => `c.status = ${status}`,
    includesArchived: true,
  },
  {
    valueOf: ({ language }) => language,
    makeSql: (tag) =>
      `(lower(c.language) = lower(${tag}::text) OR starts_with(lower(c.language), lower(${tag}::text) || '-'))`,
  },
  { valueOf: ({ difficulty }) => difficulty, makeSql: (difficulty) => `c.difficulty = ${difficulty}` },
  { valueOf: ({ tag }) => tag, makeSql: (tag) => `c.tags @> ARRAY[${tag}::text]` },
  {
    valueOf: ({ updatedSince }) => updatedSince?.toISOString(),
    makeSql: (since) => `c.content_updated_at >= ${since}`,
  },
  { valueOf: ({ ids }) => ids, makeSql: (ids) => `c.id = ANY(${ids}::uuid[])`, includesArchived: true },
  { valueOf: ({ key }) => key, makeSql: (key) => `c.key = ${key}`, includesArchived: true },
]

/** Returns the SQL condition for the courses `c` that a filter selects. It has a part for each filter that is present. */
export function composeCourseFilterSql(filter: CourseFilter, bind: BindValue): string {
  const parts: string[] = []
  let includesArchived = false
  for (const condition of conditions) {
    const value = condition.valueOf(filter)
    if (value == null) continue
    parts.push(condition.makeSql(bind(value)))
    includesArchived ||= condition.includesArchived === true
  }
  if (!includesArchived) parts.push("c.status <> 'archived'")
  return parts.join(' AND ')
}

const single: readonly CourseFilter[] = [
  { status: 'draft' },
  { language: 'en' },
  { difficulty: 'beginner' },
  { tag: 'biology' },
  { updatedSince: new Date(0) },
  { ids: [] },
  { key: 'key' },
]
/** No filter, each filter alone, and all filters together: the samples of a statement with a filter. */
export const sampleCourseFilters: readonly CourseFilter[] = [{}, ...single, Object.assign({}, ...single)]
