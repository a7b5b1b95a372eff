import { useState } from 'react'
import { formatCountWithNoun } from './labels.ts'

/** A row of a list. Rows such as headings cannot be selected. */
type SelectableRow = { id: string; isSelectable: boolean }

/**
 * Returns the rows of a list that are selected together, and functions that change the selection. `noun` is one row in
 * words, such as `lesson`.
 */
export function useRangeSelection(rows: readonly SelectableRow[], noun: string, announce: (text: string) => void) {
  const [{ ids, anchor }, setSelection] = useState<{ ids: ReadonlySet<string>; anchor?: string }>({ ids: new Set() })
  const selectableIds = new Set(rows.flatMap(({ id, isSelectable }) => (isSelectable ? [id] : [])))
  const selectedIds = new Set([...ids].filter((id) => selectableIds.has(id)))
  /** Selects these rows. A row that the list does not have yet is selected as soon as it appears. */
  function select(next: ReadonlySet<string>, nextAnchor?: string): void {
    setSelection({ ids: next, ...(nextAnchor !== undefined && { anchor: nextAnchor }) })
    announce(`${formatCountWithNoun(next.size, noun)} selected.`)
  }
  return {
    selectedIds,
    select,
    selectAll: () => select(selectableIds),
    clear: () => ids.size > 0 && setSelection({ ids: new Set() }),
    toggle(id: string): void {
      const next = new Set(selectedIds)
      if (!next.delete(id)) next.add(id)
      select(next, id)
    },
    /** Selects the rows from where the selection began, or from `start`, to another row. */
    extend(to: string, start: string): void {
      const isKnown = (id: string | undefined) => rows.some((row) => row.id === id)
      const from = anchor !== undefined && selectedIds.size > 0 && isKnown(anchor) ? anchor : start
      if (!isKnown(from)) return
      const ends = [from, to].map((id) => rows.findIndex((row) => row.id === id)).toSorted((a, b) => a - b)
      const between = rows.slice(ends[0], ends[1]! + 1)
      select(new Set(between.flatMap(({ id, isSelectable }) => (isSelectable ? [id] : []))), from)
    },
  }
}
