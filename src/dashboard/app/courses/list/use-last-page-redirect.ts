import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { CoursesQuery } from '../../generated/operations.ts'

type ListPage = { items: readonly unknown[]; pageInfo: CoursesQuery['coursePage']['pageInfo'] }

/**
 * Opens the last page of a list if the page number in the URL is too high. Returns true while the page number is too
 * high.
 */
export function useLastPageRedirect(list: ListPage | undefined, hrefOf: (change: { page: number }) => string): boolean {
  const [, navigate] = useLocation()
  const isTooLate = list !== undefined && list.items.length === 0 && list.pageInfo.page > 1
  const href = isTooLate ? hrefOf({ page: Math.max(1, list.pageInfo.totalPages) }) : undefined
  useEffect(() => {
    if (href !== undefined) navigate(href, { replace: true })
  }, [href, navigate])
  return isTooLate
}
