import { useEffect, useRef } from 'react'

/** Moves the focus to the list row that contains this component, and scrolls to that row. */
export function MoveFocusToParentRow({ onFocused }: { onFocused(): void }) {
  const marker = useRef<HTMLSpanElement>(null)
  const latestOnFocused = useRef(onFocused)
  latestOnFocused.current = onFocused
  useEffect(() => {
    const row = marker.current?.closest<HTMLElement>('[role="row"]')
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
    latestOnFocused.current()
  }, [])
  return <span ref={marker} />
}
