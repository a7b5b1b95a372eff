import { useEffect, useRef } from 'react'
import { focusWhenPossible } from './focus-when-possible.ts'

/**
 * Moves the focus to the row of a list or tree that contains this component, and scrolls to that row if it is out of
 * sight.
 */
export function FocusContainingRowOnMount({ onFocused }: { onFocused(): void }) {
  const marker = useRef<HTMLSpanElement>(null)
  const latestOnFocused = useRef(onFocused)
  latestOnFocused.current = onFocused
  useEffect(() => {
    const row = marker.current?.closest<HTMLElement>('[role="row"]')
    if (row) {
      const { top, bottom } = row.getBoundingClientRect()
      const isInSight = top >= 0 && bottom <= window.innerHeight
      if (!isInSight) row.scrollIntoView({ block: 'center' })
      focusWhenPossible(row, () => row.focus({ preventScroll: true }))
    }
    latestOnFocused.current()
  }, [])
  return <span ref={marker} />
}
