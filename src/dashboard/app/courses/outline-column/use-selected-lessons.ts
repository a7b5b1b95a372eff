import { useState } from 'react'
import { listLessonIdsBetween, type OutlineRow } from './rows.ts'

/** Returns the lessons that are selected together, and functions that change the selection. */
export function useSelectedLessons(rows: readonly OutlineRow[], announce: (text: string) => void) {
  const [{ ids, anchor }, setSelection] = useState<{ ids: ReadonlySet<string>; anchor?: string }>({ ids: new Set() })
  const known = new Set(rows.map(({ item }) => item.id))
  const selectedIds = new Set([...ids].filter((id) => known.has(id)))
  function select(next: ReadonlySet<string>, nextAnchor: string): void {
    setSelection({ ids: next, anchor: nextAnchor })
    announce(next.size === 1 ? '1 lesson selected.' : `${next.size} lessons selected.`)
  }
  return {
    selectedIds,
    clear: () => selectedIds.size > 0 && setSelection({ ids: new Set() }),
    toggle(id: string): void {
      const next = new Set(selectedIds)
      if (!next.delete(id)) next.add(id)
      select(next, id)
    },
    /** Selects the lessons from where the selection began, or from `start`, to a row. */
    extend(to: string, start: string): void {
      const from = anchor !== undefined && selectedIds.size > 0 && known.has(anchor) ? anchor : start
      select(new Set(listLessonIdsBetween(rows, from, to)), from)
    },
  }
}
