import { type ReactNode, Suspense } from 'react'
import { Dialog } from './Dialog.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { ReloadNotice } from './ReloadNotice.tsx'

type LazyDialogProps = { title: string; onClose(): void; children: ReactNode }

/** Shows a dialog whose code the browser loads when the user opens it. */
export const LazyDialog = ({ title, onClose, children }: LazyDialogProps) => (
  <ErrorBoundary
    fallback={
      <Dialog title={title} isOpen onClose={onClose}>
        <ReloadNotice title="This dialog has failed" />
      </Dialog>
    }
  >
    <Suspense>{children}</Suspense>
  </ErrorBoundary>
)
