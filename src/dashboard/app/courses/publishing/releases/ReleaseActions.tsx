import { CalendarClock, CalendarX, Eye, GitCompare, Pin, PinOff, RotateCcw, Undo2 } from 'lucide-react'
import { useLocation } from 'wouter'
import { getErrorMessageForUser } from '../../../api/api-error.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { UpdateReleaseDocument } from '../../../generated/later-operations.ts'
import { ActionMenu, type MenuAction } from '../../../ui/ActionMenu.tsx'
import { showErrorToast, showToast } from '../../../ui/toast-queue.ts'
import { courseQueriesToInvalidate } from '../../course-queries.ts'
import { makeComparePath } from '../../paths.ts'
import { useOpenPreview } from '../preview/use-open-preview.ts'
import type { Release, ReleaseStatus } from '../release-status.ts'
import type { ReleaseDialogState } from './ReleaseDialogs.tsx'

type ReleaseActionsProps = {
  courseId: string
  release: Release
  status: ReleaseStatus
  onOpenDialog(dialog: ReleaseDialogState): void
}

/** Shows the menu with the actions for a release. */
export function ReleaseActions({ courseId, release, status, onOpenDialog }: ReleaseActionsProps) {
  const { number, pinned, version } = release
  const [, navigate] = useLocation()
  const preview = useOpenPreview(courseId)
  const update = useApiMutation(UpdateReleaseDocument, courseQueriesToInvalidate)
  const togglePin = () =>
    update.mutate(
      { courseId, number, input: { pinned: !pinned }, expectedVersion: version },
      {
        onSuccess: () => showToast(pinned ? `Release ${number} is no longer pinned.` : `Release ${number} is pinned.`),
        onError: (error) => void showErrorToast(getErrorMessageForUser(error)),
      },
    )
  const schedule: Record<ReleaseStatus, MenuAction[]> = {
    live: [
      {
        label: 'Change end…',
        icon: CalendarClock,
        onSelect: () => onOpenDialog({ name: 'schedule', release, status }),
      },
    ],
    scheduled: [
      {
        label: 'Change schedule…',
        icon: CalendarClock,
        onSelect: () => onOpenDialog({ name: 'schedule', release, status }),
      },
      { label: 'Cancel schedule…', icon: CalendarX, onSelect: () => onOpenDialog({ name: 'cancel', release }) },
    ],
    past: [{ label: 'Make live again…', icon: Undo2, onSelect: () => onOpenDialog({ name: 'revert', release }) }],
    kept: [],
  }
  return (
    <ActionMenu
      isSmall
      label={`Actions for release ${number}`}
      actions={[
        { label: 'Open as learner', icon: Eye, onSelect: () => void preview.open(number) },
        {
          label: 'Compare with the draft',
          icon: GitCompare,
          onSelect: () => navigate(makeComparePath(courseId, String(number), 'draft')),
        },
        ...(number > 1
          ? [
              {
                label: `Compare with release ${number - 1}`,
                icon: GitCompare,
                onSelect: () => navigate(makeComparePath(courseId, String(number - 1), String(number))),
              },
            ]
          : []),
        { label: 'Restore…', icon: RotateCcw, onSelect: () => onOpenDialog({ name: 'restore', number }) },
        ...schedule[status],
        { label: pinned ? 'Unpin' : 'Pin', icon: pinned ? PinOff : Pin, onSelect: togglePin },
      ]}
    />
  )
}
