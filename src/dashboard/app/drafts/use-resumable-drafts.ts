import { useEffect, useState } from 'react'
import { listDraftsOfUser, type StoredDraft, subscribeToDrafts } from './store.ts'
import { getCurrentTabId, listOpenTabIds } from './tab-id.ts'

/**
 * Returns the unsaved drafts of this tab and of closed tabs. The drafts of other open tabs are left out, because the
 * user still edits them there.
 */
export function useResumableDrafts(): readonly StoredDraft[] {
  const [drafts, setDrafts] = useState<readonly StoredDraft[]>([])
  useEffect(() => {
    let isMounted = true
    const update = async () => {
      const openIds = await listOpenTabIds()
      if (isMounted)
        setDrafts(listDraftsOfUser().filter(({ tabId }) => tabId === getCurrentTabId() || !openIds.has(tabId)))
    }
    const onChange = () => void update()
    onChange()
    const unsubscribe = subscribeToDrafts(onChange)
    window.addEventListener('focus', onChange)
    return () => {
      isMounted = false
      unsubscribe()
      window.removeEventListener('focus', onChange)
    }
  }, [])
  return drafts
}
