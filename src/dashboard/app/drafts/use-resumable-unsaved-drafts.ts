import { useEffect, useState } from 'react'
import { listUnsavedDraftsOfUser, subscribeToUnsavedDrafts, type UnsavedDraft } from './store.ts'
import { getCurrentTabId, listOpenTabIds } from './tab-id.ts'

/**
 * Returns the unsaved drafts of this tab and of closed tabs. The unsaved drafts of other open tabs are left out,
 * because the user still edits them there.
 */
export function useResumableUnsavedDrafts(): readonly UnsavedDraft[] {
  const [drafts, setDrafts] = useState<readonly UnsavedDraft[]>([])
  useEffect(() => {
    let isMounted = true
    const update = async () => {
      const openIds = await listOpenTabIds()
      if (isMounted)
        setDrafts(listUnsavedDraftsOfUser().filter(({ tabId }) => tabId === getCurrentTabId() || !openIds.has(tabId)))
    }
    const onChange = () => void update()
    onChange()
    const unsubscribe = subscribeToUnsavedDrafts(onChange)
    window.addEventListener('focus', onChange)
    return () => {
      isMounted = false
      unsubscribe()
      window.removeEventListener('focus', onChange)
    }
  }, [])
  return drafts
}
