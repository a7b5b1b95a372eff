import type { Release, ReleaseStatus } from '../release-status.ts'
import { MakeLiveOrCancelScheduleDialog } from './MakeLiveOrCancelScheduleDialog.tsx'
import { RestoreReleaseDialog } from './RestoreReleaseDialog.tsx'
import { ScheduleReleaseDialog } from './ScheduleReleaseDialog.tsx'

/** Says which dialog of the list of releases is open. */
export type ReleaseDialogState =
  | { name: 'restore'; number: number }
  | { name: 'schedule'; release: Release; status: ReleaseStatus }
  | { name: 'cancel' | 'revert'; release: Release }

type ReleaseDialogsProps = { courseId: string; open: ReleaseDialogState; onClose(): void }

/** Shows the open dialog of the list of releases. */
export function ReleaseDialogs({ courseId, open, onClose }: ReleaseDialogsProps) {
  switch (open.name) {
    case 'restore':
      return <RestoreReleaseDialog courseId={courseId} number={open.number} onClose={onClose} />
    case 'schedule':
      return <ScheduleReleaseDialog courseId={courseId} release={open.release} status={open.status} onClose={onClose} />
    default:
      return (
        <MakeLiveOrCancelScheduleDialog
          courseId={courseId}
          release={open.release}
          action={open.name}
          onClose={onClose}
        />
      )
  }
}
