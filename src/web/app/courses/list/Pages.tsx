import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { CoursesQuery } from '../../generated/operations.ts'
import { ButtonLink } from '../../parts/ButtonLink.tsx'
import style from './List.module.css'

type PagesProps = {
  info: CoursesQuery['coursePage']['pageInfo']
  hrefOf(change: { page: number }): string
}

/** Where this page stands in the list, and the ways on and back. */
export function Pages({ info: { page, perPage, total, totalPages }, hrefOf }: PagesProps) {
  if (totalPages <= 1 || page > totalPages) return null
  const from = (page - 1) * perPage + 1
  return (
    <nav className={style.pages} aria-label="Pages">
      <span className={style.facts}>
        {from}–{Math.min(total, from + perPage - 1)} of {total.toLocaleString('en')}
      </span>
      {page > 1 && (
        <ButtonLink href={hrefOf({ page: page - 1 })} small icon={<ChevronLeft aria-hidden />}>
          Previous
        </ButtonLink>
      )}
      {page < totalPages && (
        <ButtonLink href={hrefOf({ page: page + 1 })} small icon={<ChevronRight aria-hidden />}>
          Next
        </ButtonLink>
      )}
    </nav>
  )
}
