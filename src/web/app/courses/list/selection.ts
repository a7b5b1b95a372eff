import { useLocation, useSearchParams } from 'wouter'
import type { CourseStatus } from '../../generated/operations.ts'
import { coursesAddress } from '../addresses.ts'

export type StatusFilter = 'all' | CourseStatus
type Choice = { search: string; status: StatusFilter; page: number }

/** Which courses are shown, as the address says it. */
export type Selection = ReturnType<typeof useSelection>

export function useSelection() {
  const [params] = useSearchParams()
  const [, navigate] = useLocation()
  const asked = params.get('status')
  const page = Number(params.get('page'))
  const choice: Choice = {
    search: params.get('search') ?? '',
    status: asked === 'draft' || asked === 'published' ? asked : 'all',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
  /** The address of the selection with these changes; another filter starts at the first page. */
  function hrefOf(change: Partial<Choice>): string {
    const { search, status, page: number } = { ...choice, page: 1, ...change }
    const next = new URLSearchParams()
    if (search) next.set('search', search)
    if (status !== 'all') next.set('status', status)
    if (number > 1) next.set('page', String(number))
    return next.size > 0 ? `${coursesAddress}?${next}` : coursesAddress
  }
  return {
    ...choice,
    hrefOf,
    select: (change: Partial<Choice>) => navigate(hrefOf(change), { replace: true }),
  }
}
