import { MoveItemDialog } from '../dialogs/MoveItemDialog.tsx'
import type { DraftLesson, DraftModule } from '../outline/moves.ts'
import { type OutlineDialogState, OutlineDialogs } from '../outline/OutlineDialogs.tsx'
import { describeLessons } from './use-lesson-group.ts'

export type OutlineTreeDialogState = OutlineDialogState | { name: 'move-lessons' }

type OutlineTreeDialogsProps = {
  open: OutlineTreeDialogState
  courseId: string
  modules: DraftModule[]
  selectedLessons: readonly DraftLesson[]
  onMoveLessons(moduleId: string): void
  onClose(): void
}

/** Shows the open dialog of the outline beside the lesson. */
export function OutlineTreeDialogs({ open, selectedLessons, onMoveLessons, ...props }: OutlineTreeDialogsProps) {
  if (open.name !== 'move-lessons') return <OutlineDialogs {...props} open={open} onCreated={() => {}} />
  return (
    <MoveItemDialog
      title={`Move ${describeLessons(selectedLessons)}`}
      label="Module"
      targets={props.modules.map(({ id, name }) => ({ value: id, label: name }))}
      emptyMessage="The course has no module yet."
      isBusy={false}
      error={undefined}
      onMove={(moduleId) => {
        onMoveLessons(moduleId)
        props.onClose()
      }}
      onClose={props.onClose}
    />
  )
}
