import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { CoursesQuery } from '../../generated/operations.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import style from './List.module.css'

type PaginationProps = {
  info: CoursesQuery['coursePage']['pageInfo']
  hrefOf(change: { page: number }): string
}

/** Shows which courses of the list are visible, such as `1–20 of 63`, with links to the previous and next page. */
export function Pagination({ info: { page, perPage, total, totalPages }, hrefOf }: PaginationProps) {
  if (totalPages <= 1 || page > totalPages) return null
  const first = (page - 1) * perPage + 1
  const last = Math.min(total, first + perPage - 1)
  return (
    <nav className={style.pages} aria-label="Pages">
      <span className={style.facts}>
        {first}–{last} of {total.toLocaleString('en')}
      </span>
      {page > 1 && (
        <ButtonLink href={hrefOf({ page: page - 1 })} isSmall icon={<ChevronLeft aria-hidden />}>
          Previous
        </ButtonLink>
      )}
      {page < totalPages && (
        <ButtonLink href={hrefOf({ page: page + 1 })} isSmall icon={<ChevronRight aria-hidden />}>
          Next
        </ButtonLink>
      )}
    </nav>
  )
}
