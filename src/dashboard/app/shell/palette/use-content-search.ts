import { useApiQuery } from '../../api/hooks.ts'
import { PaletteNamesDocument, PaletteSearchDocument } from '../../generated/later-operations.ts'
import { useSettledValue } from '../../ui/use-settled-value.ts'
import { makeCourseItem, makePartItem } from './content-links.ts'
import type { PaletteItem } from './palette-items.ts'

const debounceMs = 200

/** Finds courses, modules and lessons of the workspace. An empty query finds nothing. */
export function useContentSearch(query: string, navigate: (path: string) => void) {
  const searched = useSettledValue(query, debounceMs)
  const search = useApiQuery(PaletteSearchDocument, { query: searched }, { isEnabled: searched !== '' })
  const { coursePage, modules, lessons } = search.data ?? {}
  const parts = [
    ...(modules?.items ?? []).map((item) => ({ ...item, level: 'module' as const })),
    ...(lessons?.items ?? []).map((item) => ({ ...item, level: 'lesson' as const })),
  ]
  // A match says where it is, and not its own name.
  const names = useApiQuery(PaletteNamesDocument, { ids: parts.map(({ id }) => id) }, { isEnabled: parts.length > 0 })
  const isOutdated = searched !== query
  const isSearching = isOutdated || search.isFetching || names.isFetching
  const nameById = new Map(names.data?.nodes.flatMap((node) => (node && 'id' in node ? [[node.id, node.name]] : [])))
  const items: PaletteItem[] = isOutdated
    ? []
    : [
        ...(coursePage?.items ?? []).map((course) => makeCourseItem(course, navigate)),
        ...parts.flatMap(({ path, ...part }) => {
          const name = nameById.get(part.id)
          const place = path.map((step) => step.name).join(' › ')
          return name === undefined ? [] : [makePartItem({ ...part, name, place }, navigate)]
        }),
      ]
  const failed = search.error ? search : names
  return {
    items,
    isSearching: query !== '' && isSearching && !failed.error,
    error: failed.error,
    retry: failed.refetch,
  }
}
