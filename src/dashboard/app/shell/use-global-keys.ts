import { useEffect } from 'react'
import { type Overlay, showOverlay } from '../commands/overlays.ts'
import { isTextEntry } from '../ui/text-entry.ts'

/** Puts the cursor into the search of the page. Returns false if the page has none. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  field?.focus()
  field?.select()
  return field !== null
}

/** Returns what a key shows over the page, or undefined if the key means something else there. */
function findOverlay(event: KeyboardEvent): Overlay | undefined {
  const { target, key } = event
  if (event.isComposing || event.altKey) return undefined
  if (event.ctrlKey || event.metaKey) {
    // In a text with a form, this key makes a link.
    const isOfText = target instanceof HTMLElement && target.isContentEditable
    return key.toLowerCase() === 'k' && !event.shiftKey && !isOfText ? 'palette' : undefined
  }
  if (isTextEntry(target)) return undefined
  if (key === '?') return 'keys'
  return key === '/' ? 'palette' : undefined
}

/** A dialog or menu that has the keys. A message, which stands above all, is an `alertdialog` too, and has not. */
const modal = '[role="dialog"], [role="alertdialog"]:not([data-react-aria-top-layer] *), [role="menu"]'

function onKeyDown(event: KeyboardEvent): void {
  const overlay = findOverlay(event)
  if (!overlay) return
  // The browser would go to its own search.
  if (event.key.length === 1 && (event.ctrlKey || event.metaKey)) event.preventDefault()
  if (document.querySelector(modal)) return
  event.preventDefault()
  // The lists of the page would search for a row that begins with the letter.
  event.stopPropagation()
  if (event.key !== '/' || !focusSearch()) showOverlay(overlay)
}

/** Makes Ctrl-K open the palette, and outside of a text `?` the list of keys and `/` the search of the page. */
export function useGlobalKeys(): void {
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [])
}
