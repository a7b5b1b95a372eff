import { useSyncExternalStore } from 'react'

const query = '(min-width: 75rem)'

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(query)
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}

/** Returns whether the window has room for the outline beside the lesson. `OutlineColumn.module.css` has the same width. */
export const useWideScreen = () => useSyncExternalStore(subscribe, () => matchMedia(query).matches)
