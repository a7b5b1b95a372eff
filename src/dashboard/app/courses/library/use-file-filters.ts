import { useLocation, useSearchParams } from 'wouter'
import { type FileKind, fileKinds } from '../files/file-kinds.ts'
import { filesPath } from '../paths.ts'

type FileFilterValues = {
  search: string
  kind: FileKind | 'all'
  isUnused: boolean
  page: number
  fileId: string | null
}

/** Returns the filters, the page number and the open file that the page's URL contains, and functions that change them. */
export function useFileFiltersInUrl() {
  const [params] = useSearchParams()
  const [, navigate] = useLocation()
  const kind = params.get('type')
  const page = Number(params.get('page'))
  const values: FileFilterValues = {
    search: params.get('search') ?? '',
    kind: kind !== null && Object.hasOwn(fileKinds, kind) ? (kind as FileKind) : 'all',
    isUnused: params.get('unused') === 'true',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    fileId: params.get('file'),
  }
  /** Returns the URL of the page with changed values. If `change` has no page number, the URL leads to page 1. */
  function hrefOf(change: Partial<FileFilterValues>): string {
    const next = { ...values, page: 1, fileId: null, ...change }
    const query = new URLSearchParams()
    if (next.search) query.set('search', next.search)
    if (next.kind !== 'all') query.set('type', next.kind)
    if (next.isUnused) query.set('unused', 'true')
    if (next.page > 1) query.set('page', String(next.page))
    if (next.fileId !== null) query.set('file', next.fileId)
    return query.size > 0 ? `${filesPath}?${query}` : filesPath
  }
  return {
    ...values,
    hrefOf,
    setFilters: (change: Partial<FileFilterValues>) => navigate(hrefOf(change), { replace: true }),
    openFile: (fileId: string) => navigate(hrefOf({ page: values.page, fileId })),
    closeFile: () => navigate(hrefOf({ page: values.page }), { replace: true }),
  }
}
