import { useEffect, useRef } from 'react'

/**
 * Adds keyboard shortcuts to a form, and returns the ref for the form. Ctrl-S calls `onSave`, and Ctrl-Enter submits
 * the form. On a Mac, the Command key works too.
 */
export function useSaveKeyboardShortcuts(onSave: () => void) {
  const form = useRef<HTMLFormElement>(null)
  const latestOnSave = useRef(onSave)
  latestOnSave.current = onSave
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      // With Caps Lock, `event.key` is `S` and not `s`.
      const key = event.key.toLowerCase()
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || !['s', 'enter'].includes(key)) return
      event.preventDefault()
      if (key === 's') latestOnSave.current()
      else form.current?.requestSubmit()
    }
    // First of all, because the form keeps its keys from the list around it.
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [])
  return form
}
