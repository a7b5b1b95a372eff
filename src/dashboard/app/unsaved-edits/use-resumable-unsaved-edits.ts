import { useEffect, useState } from 'react'
import { listUnsavedEditsOfCurrentUser, subscribeToUnsavedEdits, type UnsavedEdit } from './store.ts'
import { getCurrentTabId, listOpenTabIds } from './tab-id.ts'

/** An unsaved edit, and whether it belongs to another open tab, in which the user still edits it. */
export type UnsavedEditWithTab = { edit: UnsavedEdit; isInOtherTab: boolean }

/** Returns the unsaved edits of all tabs, newest first. */
export function useUnsavedEditsWithTabs(): readonly UnsavedEditWithTab[] {
  const [edits, setEdits] = useState<readonly UnsavedEditWithTab[]>([])
  useEffect(() => {
    let isMounted = true
    const update = async () => {
      const openIds = await listOpenTabIds()
      const isInOtherTab = ({ tabId }: UnsavedEdit) => tabId !== getCurrentTabId() && openIds.has(tabId)
      if (isMounted)
        setEdits(listUnsavedEditsOfCurrentUser().map((edit) => ({ edit, isInOtherTab: isInOtherTab(edit) })))
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

/**
 * Returns the unsaved edits of this tab and of closed tabs. The unsaved edits of other open tabs are left out,
 * because the user still edits them there.
 */
export const useResumableUnsavedEdits = (): readonly UnsavedEdit[] =>
  useUnsavedEditsWithTabs()
    .filter(({ isInOtherTab }) => !isInOtherTab)
    .map(({ edit }) => edit)
