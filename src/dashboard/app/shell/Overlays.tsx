import { lazy } from 'react'
import { showOverlay, useOverlay } from '../commands/overlays.ts'
import { LazyCreateCourseDialog } from '../courses/list/LazyCreateCourseDialog.tsx'
import { makeLoaderThatWaitsForService } from '../service-status/wait-for-service.ts'
import { LazyDialog } from '../ui/LazyDialog.tsx'
import { useGlobalKeys } from './use-global-keys.ts'

const CommandPalette = lazy(
  makeLoaderThatWaitsForService(() =>
    import('./palette/CommandPalette.tsx').then(({ CommandPalette }) => ({ default: CommandPalette })),
  ),
)
const KeysDialog = lazy(
  makeLoaderThatWaitsForService(() =>
    import('./shortcuts/KeysDialog.tsx').then(({ KeysDialog }) => ({ default: KeysDialog })),
  ),
)

const close = () => showOverlay(undefined)

/** Shows what a key or a button opens over any page. The browser loads the code of each when it is opened. */
export function Overlays() {
  useGlobalKeys()
  const overlay = useOverlay()
  switch (overlay) {
    case 'palette':
      return (
        <LazyDialog title="Search" onClose={close}>
          <CommandPalette onClose={close} />
        </LazyDialog>
      )
    case 'keys':
      return (
        <LazyDialog title="Keys" onClose={close}>
          <KeysDialog onClose={close} />
        </LazyDialog>
      )
    case 'new course':
      return <LazyCreateCourseDialog onClose={close} />
    case undefined:
      return null
  }
}
