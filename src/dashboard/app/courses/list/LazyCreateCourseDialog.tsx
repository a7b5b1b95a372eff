import { lazy } from 'react'
import { makeLoaderThatWaitsForService } from '../../service-status/wait-for-service.ts'
import { LazyDialog } from '../../ui/LazyDialog.tsx'

const CreateCourseDialog = lazy(
  makeLoaderThatWaitsForService(() =>
    import('./CreateCourseDialog.tsx').then(({ CreateCourseDialog }) => ({ default: CreateCourseDialog })),
  ),
)

/** Shows the dialog that creates a course. The browser loads its code when the dialog opens. */
export const LazyCreateCourseDialog = ({ onClose }: { onClose(): void }) => (
  <LazyDialog title="Create course" onClose={onClose}>
    <CreateCourseDialog onClose={onClose} />
  </LazyDialog>
)
