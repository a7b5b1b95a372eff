import { lazy, Suspense, useSyncExternalStore } from 'react'
import { getDraftNamesOfAllTabs, subscribeToDrafts } from '../../drafts/store.ts'

const DraftList = lazy(() => import('./DraftList.tsx').then(({ DraftList }) => ({ default: DraftList })))

/** Shows the list of unsaved drafts. The browser loads the code of the list only if there is a draft. */
export function LazyDraftList() {
  const hasDrafts = useSyncExternalStore(subscribeToDrafts, getDraftNamesOfAllTabs).size > 0
  return hasDrafts ? (
    <Suspense>
      <DraftList />
    </Suspense>
  ) : null
}
