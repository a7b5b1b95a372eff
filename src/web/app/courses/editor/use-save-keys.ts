import { useEffect, useRef } from 'react'

/** The form that Ctrl-S and Ctrl-Enter (or with the Mac's command key) submit while it is open. */
export function useSaveKeys() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    function save(event: KeyboardEvent): void {
      if (!(event.ctrlKey || event.metaKey) || !['s', 'Enter'].includes(event.key)) return
      event.preventDefault()
      form.current?.requestSubmit()
    }
    document.addEventListener('keydown', save)
    return () => document.removeEventListener('keydown', save)
  }, [])
  return form
}
