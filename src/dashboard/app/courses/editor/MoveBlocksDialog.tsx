import type { BlockPartsFragment } from '../../generated/operations.ts'
import { MoveItemDialog } from '../dialogs/MoveItemDialog.tsx'
import { describeBlocks } from './use-block-group.ts'

type MoveBlocksDialogProps = {
  blocks: readonly BlockPartsFragment[]
  modules: readonly { name: string; lessons: readonly { id: string; name: string }[] }[]
  onMove(lesson: { id: string; name: string }): void
  onClose(): void
}

/** Asks for the lesson of the course to which blocks move. */
export function MoveBlocksDialog({ blocks, modules, onMove, onClose }: MoveBlocksDialogProps) {
  const targets = modules.flatMap((module) =>
    module.lessons
      .filter(({ id }) => id !== blocks[0]?.lessonId)
      .map((lesson) => ({ lesson, value: lesson.id, label: `${module.name} › ${lesson.name}` })),
  )
  return (
    <MoveItemDialog
      title={`Move ${describeBlocks(blocks)}`}
      label="Lesson"
      targets={targets}
      emptyMessage="The course has no other lesson yet."
      isBusy={false}
      error={undefined}
      onMove={(targetId) => {
        onMove(targets.find(({ value }) => value === targetId)!.lesson)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
