import { useLayoutEffect, useRef, useState } from 'react'
import type { OutlineRow } from './rows.ts'

/**
 * Returns which row Tab leads to, and a function that moves the focus to a row, as soon as the tree shows it. `resolve`
 * returns the id of a title that got one.
 */
export function useRowFocus(
  rows: readonly OutlineRow[],
  lessonId: string,
  resolve: (id: string) => string | undefined,
) {
  const tree = useRef<HTMLDivElement>(null)
  const [focusedId, setFocusedId] = useState<string>()
  const wantedId = useRef<string>(undefined)
  const shown = new Set(rows.map(({ item }) => item.id))
  const tabStop = [focusedId, focusedId && resolve(focusedId), lessonId].find((id) => id !== undefined && shown.has(id))
  // Without dependencies, because a row that is wanted may appear with any change.
  useLayoutEffect(() => {
    if (wantedId.current === undefined) return
    const row = findRow(wantedId.current) ?? findRow(resolve(wantedId.current) ?? '')
    if (!row) return
    wantedId.current = undefined
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
  })
  const findRow = (id: string) => tree.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
  return {
    tree,
    findRow,
    tabStop: tabStop ?? rows[0]?.item.id,
    setTabStop: setFocusedId,
    focusRow(id: string | undefined): void {
      if (id === undefined) return
      wantedId.current = id
      setFocusedId(id)
      // If it is the tab stop already, nothing else draws the tree again.
      findRow(id)?.focus({ preventScroll: true })
    },
  }
}
