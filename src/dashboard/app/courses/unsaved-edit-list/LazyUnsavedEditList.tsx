import { lazy, Suspense, useSyncExternalStore } from 'react'
import { makeLoaderThatWaitsForService } from '../../service-status/wait-for-service.ts'
import { getUnsavedEditNamesOfAllTabs, subscribeToUnsavedEdits } from '../../unsaved-edits/store.ts'

const UnsavedEditList = lazy(
  makeLoaderThatWaitsForService(() =>
    import('./UnsavedEditList.tsx').then(({ UnsavedEditList }) => ({ default: UnsavedEditList })),
  ),
)

/** Shows the list of unsaved edits. The browser loads the code of the list only if there is an unsaved edit. */
export function LazyUnsavedEditList() {
  const hasUnsavedEdits = useSyncExternalStore(subscribeToUnsavedEdits, getUnsavedEditNamesOfAllTabs).size > 0
  return hasUnsavedEdits ? (
    <Suspense>
      <UnsavedEditList />
    </Suspense>
  ) : null
}
