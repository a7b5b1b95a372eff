import type { KeyboardEvent } from 'react'

const findRows = (grid: Element) => [...grid.querySelectorAll<HTMLElement>(':scope > [role=row]')]

/** The keys that move the focus from a row to another. */
const rowKeys: Readonly<Record<string, (rows: readonly HTMLElement[], row: HTMLElement) => HTMLElement | undefined>> = {
  ArrowUp: (rows, row) => rows[rows.indexOf(row) - 1],
  ArrowDown: (rows, row) => rows[rows.indexOf(row) + 1],
  Home: (rows) => rows[0],
  End: (rows) => rows.at(-1),
  PageUp: (rows, row) => rows.find(({ offsetTop }) => offsetTop >= row.offsetTop - window.innerHeight) ?? rows[0],
  PageDown: (rows, row) =>
    rows.findLast(({ offsetTop }) => offsetTop <= row.offsetTop + window.innerHeight) ?? rows.at(-1),
}

function findInRow(row: HTMLElement, from: HTMLElement, step: -1 | 1): HTMLElement {
  const stops = [row, ...row.querySelectorAll<HTMLElement>('[data-row-buttons] button')]
  return stops.at((stops.indexOf(from) + step) % stops.length)!
}

/**
 * Moves the focus by key as in a grid of one column (https://www.w3.org/WAI/ARIA/apg/patterns/grid/): up and down between
 * rows, left and right between a row and its buttons. The keys in what is edited are left to it.
 */
export function moveFocusByKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget: grid, key } = event
  if (!(target instanceof HTMLElement) || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
  const row = target.closest<HTMLElement>('[role=row]')
  if (!row || (target !== row && !target.closest('[data-row-buttons]'))) return
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight'
  const found = isSideways
    ? findInRow(row, target, key === 'ArrowLeft' ? -1 : 1)
    : Object.hasOwn(rowKeys, key)
      ? rowKeys[key]!(findRows(grid), row)
      : undefined
  if (!found) return
  event.preventDefault()
  found.focus()
}

/** Gives the focus to the row at an index, or to the last row. */
export const focusRowAt = (grid: Element, index: number) => (findRows(grid)[index] ?? findRows(grid).at(-1))?.focus()

/** Returns where something dropped on a grid comes: before which row, and how far from the upper edge in pixels. */
export function findDropPlace(grid: HTMLElement, top: number): { index: number; top: number } {
  const rows = findRows(grid)
  const found = rows.findIndex(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight / 2 > top)
  const index = found < 0 ? rows.length : found
  const [above, below] = [rows[index - 1], rows[index]]
  const aboveEnd = above ? above.offsetTop + above.offsetHeight : 0
  return { index, top: below ? (aboveEnd + below.offsetTop) / 2 : aboveEnd }
}
