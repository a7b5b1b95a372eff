import { lazy, Suspense, useSyncExternalStore } from 'react'
import { getUnsavedDraftNamesOfAllTabs, subscribeToUnsavedDrafts } from '../../drafts/store.ts'

const UnsavedDraftList = lazy(() =>
  import('./UnsavedDraftList.tsx').then(({ UnsavedDraftList }) => ({ default: UnsavedDraftList })),
)

/** Shows the list of unsaved drafts. The browser loads the code of the list only if there is an unsaved draft. */
export function LazyUnsavedDraftList() {
  const hasDrafts = useSyncExternalStore(subscribeToUnsavedDrafts, getUnsavedDraftNamesOfAllTabs).size > 0
  return hasDrafts ? (
    <Suspense>
      <UnsavedDraftList />
    </Suspense>
  ) : null
}
