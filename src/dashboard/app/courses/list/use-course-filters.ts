import { useLocation, useSearchParams } from 'wouter'
import type { CourseStatus } from '../../generated/operations.ts'
import { courseStatusLabels } from '../labels.ts'
import { courseListPath } from '../paths.ts'

/** The status of the listed courses. `all` leaves archived courses out. */
export type CourseStatusFilter = 'all' | CourseStatus
type CourseFilterValues = { search: string; status: CourseStatusFilter; page: number }

export type CourseFiltersInUrl = ReturnType<typeof useCourseFiltersInUrl>

/** Returns the course filters that the page's URL contains, and functions that change the filters. */
export function useCourseFiltersInUrl() {
  const [params] = useSearchParams()
  const [, navigate] = useLocation()
  const status = params.get('status')
  const page = Number(params.get('page'))
  const values: CourseFilterValues = {
    search: params.get('search') ?? '',
    status: status !== null && Object.hasOwn(courseStatusLabels, status) ? (status as CourseStatus) : 'all',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
  /**
   * Returns the URL of the course list with changed filters. If `change` has no page number, the URL leads to page 1.
   */
  function hrefOf(change: Partial<CourseFilterValues>): string {
    const next = { ...values, page: 1, ...change }
    const query = new URLSearchParams()
    if (next.search) query.set('search', next.search)
    if (next.status !== 'all') query.set('status', next.status)
    if (next.page > 1) query.set('page', String(next.page))
    return query.size > 0 ? `${courseListPath}?${query}` : courseListPath
  }
  return {
    ...values,
    hrefOf,
    setFilters: (change: Partial<CourseFilterValues>) => navigate(hrefOf(change), { replace: true }),
  }
}
