import { useEffect, useState } from 'react'
import { listUnsavedEditsOfCurrentUser, subscribeToUnsavedEdits, type UnsavedEdit } from './store.ts'
import { getCurrentTabId, listOpenTabIds } from './tab-id.ts'

/**
 * Returns the unsaved edits of this tab and of closed tabs. The unsaved edits of other open tabs are left out,
 * because the user still edits them there.
 */
export function useResumableUnsavedEdits(): readonly UnsavedEdit[] {
  const [edits, setEdits] = useState<readonly UnsavedEdit[]>([])
  useEffect(() => {
    let isMounted = true
    const update = async () => {
      const openIds = await listOpenTabIds()
      if (isMounted)
        setEdits(
          listUnsavedEditsOfCurrentUser().filter(({ tabId }) => tabId === getCurrentTabId() || !openIds.has(tabId)),
        )
    }
    const onChange = () => void update()
    onChange()
    const unsubscribe = subscribeToUnsavedEdits(onChange)
    window.addEventListener('focus', onChange)
    return () => {
      isMounted = false
      unsubscribe()
      window.removeEventListener('focus', onChange)
    }
  }, [])
  return edits
}
