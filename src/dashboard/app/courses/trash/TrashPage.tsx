import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useApiQuery } from '../../api/hooks.ts'
import { TrashDocument, type TrashLevel } from '../../generated/later-operations.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadErrorNotice } from '../../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../../ui/LoadingPlaceholder.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { Select, type SelectOption } from '../../ui/Select.tsx'
import { formatCountWithNoun } from '../labels.ts'
import { Pagination } from '../list/Pagination.tsx'
import { useLastPageRedirect } from '../list/use-last-page-redirect.ts'
import { trashPath } from '../paths.ts'
import style from './Trash.module.css'
import { TrashRow } from './TrashRow.tsx'

const levels: readonly SelectOption<TrashLevel | 'all'>[] = [
  { value: 'all', label: 'Everything' },
  { value: 'course', label: 'Courses' },
  { value: 'module', label: 'Modules' },
  { value: 'lesson', label: 'Lessons' },
  { value: 'block', label: 'Blocks' },
]

/** Returns the URL path of a page in the list of deleted items. */
function makeTrashPath(level: TrashLevel | 'all', page: number): string {
  const query = new URLSearchParams({ ...(level !== 'all' && { level }), ...(page > 1 && { page: String(page) }) })
  return query.size > 0 ? `${trashPath}?${query}` : trashPath
}

/**
 * Shows what was deleted in the last 30 days. The page's URL contains the filter (courses, modules, lessons or blocks)
 * and the page number.
 */
export function TrashPage() {
  const [params] = useSearchParams()
  const [, navigate] = useLocation()
  const list = useRef<HTMLUListElement>(null)
  const level = levels.find(({ value }) => value === params.get('level'))?.value ?? 'all'
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const { data, error, refetch } = useApiQuery(
    TrashDocument,
    { page, level: level === 'all' ? undefined : level },
    { shouldKeepPrevious: true },
  )
  const hrefOf = (change: { page: number }) => makeTrashPath(level, change.page)
  const isTooLate = useLastPageRedirect(data?.trashPage, hrefOf)
  const found = isTooLate ? undefined : data?.trashPage
  return (
    <PageLayout title="Trash" lead="What was deleted stays here for 30 days. Then it is deleted for good.">
      <div className={style.filter}>
        <Select
          label="Show"
          isLabelHidden
          value={level}
          options={levels}
          onChange={(value) => navigate(makeTrashPath(value, 1), { replace: true })}
        />
      </div>
      {error && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
      {!found && !error && <LoadingPlaceholder lines={6} />}
      {found && (
        <Card isFlush>
          <p className="visually-hidden" role="status">
            {formatCountWithNoun(found.pageInfo.total, 'entry', 'entries')}
          </p>
          {found.items.length === 0 ? (
            <EmptyState
              icon={<Trash2 aria-hidden />}
              title={level === 'all' ? 'The trash is empty' : 'Nothing of this kind is in the trash'}
              action={level === 'all' ? undefined : <ButtonLink href={trashPath}>Show everything</ButtonLink>}
            >
              Deleted courses, modules, lessons and blocks appear here.
            </EmptyState>
          ) : (
            <ul ref={list} tabIndex={-1} aria-label="Trash" className={style.rows}>
              {found.items.map((entry) => (
                <TrashRow key={entry.trashId} entry={entry} onRemoved={() => list.current?.focus()} />
              ))}
            </ul>
          )}
        </Card>
      )}
      {found && <Pagination info={found.pageInfo} hrefOf={hrefOf} />}
    </PageLayout>
  )
}
