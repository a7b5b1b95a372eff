import { type ComponentProps, lazy } from 'react'
import { makeLoaderThatWaitsForService } from '../../service-status/wait-for-service.ts'
import { LazyDialog } from '../../ui/LazyDialog.tsx'

const EditCourseDialog = lazy(
  makeLoaderThatWaitsForService(() =>
    import('./EditCourseDialog.tsx').then(({ EditCourseDialog }) => ({ default: EditCourseDialog })),
  ),
)

/** Shows the dialog that edits the details of a course. The browser loads its code when the dialog opens. */
export const LazyEditCourseDialog = (props: ComponentProps<typeof EditCourseDialog>) => (
  <LazyDialog title="Edit course" onClose={props.onClose}>
    <EditCourseDialog {...props} />
  </LazyDialog>
)
