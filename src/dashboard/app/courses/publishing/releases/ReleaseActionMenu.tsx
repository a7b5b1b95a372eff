import { CalendarClock, CalendarX, Eye, GitCompare, Pin, PinOff, RotateCcw, Undo2 } from 'lucide-react'
import { useLocation } from 'wouter'
import { getErrorMessageForUser } from '../../../api/api-error.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { UpdateReleaseDocument } from '../../../generated/later-operations.ts'
import { ActionMenu, type MenuAction } from '../../../ui/ActionMenu.tsx'
import { showErrorToast, showToast } from '../../../ui/toast-queue.ts'
import { courseQueriesToInvalidate } from '../../course-queries.ts'
import { makeCompareReleasesPath } from '../../paths.ts'
import { useOpenPreviewInNewTab } from '../preview/use-open-preview-in-new-tab.ts'
import type { Release, ReleaseStatus } from '../release-status.ts'
import type { ReleaseDialogState } from './ReleaseDialogs.tsx'

type ReleaseActionMenuProps = {
  courseId: string
  release: Release
  status: ReleaseStatus
  /** The number of the previous release, or undefined for the first release. */
  previousNumber: number | undefined
  isReadOnly: boolean
  onOpenDialog(dialog: ReleaseDialogState): void
}

/** Shows the menu with the actions for a release. */
export function ReleaseActionMenu(props: ReleaseActionMenuProps) {
  const { courseId, release, status, previousNumber, isReadOnly, onOpenDialog } = props
  const { number, pinned, version } = release
  const [, navigate] = useLocation()
  const preview = useOpenPreviewInNewTab(courseId)
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
  const compareWith = (label: string, from: number, to: string): MenuAction => ({
    label,
    icon: GitCompare,
    onSelect: () => navigate(makeCompareReleasesPath(courseId, String(from), to)),
  })
  const compareActions = [
    compareWith('Compare with the draft', number, 'draft'),
    ...(previousNumber === undefined
      ? []
      : [compareWith(`Compare with release ${previousNumber}`, previousNumber, String(number))]),
  ]
  const actions = [
    { label: 'Open as learner', icon: Eye, onSelect: () => void preview.open(number) },
    ...compareActions,
    { label: 'Restore…', icon: RotateCcw, onSelect: () => onOpenDialog({ name: 'restore', number }) },
    ...schedule[status],
    { label: pinned ? 'Unpin' : 'Pin', icon: pinned ? PinOff : Pin, onSelect: togglePin },
  ]
  // An archived course allows no changes and no preview links. "Open as learner" would create a preview link.
  return <ActionMenu isSmall label={`Actions for release ${number}`} actions={isReadOnly ? compareActions : actions} />
}
