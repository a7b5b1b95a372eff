import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import { MoveBlockDocument } from '../../generated/later-operations.ts'
import type { BlockPartsFragment } from '../../generated/operations.ts'
import { makeBlockTitle } from '../block-types/block-types.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { MoveItemDialog } from '../dialogs/MoveItemDialog.tsx'

type MoveBlockDialogProps = {
  block: BlockPartsFragment
  modules: readonly { name: string; lessons: readonly { id: string; name: string }[] }[]
  onClose(): void
}

/** Shows a dialog that moves a block to another lesson of the course. */
export function MoveBlockDialog({ block, modules, onClose }: MoveBlockDialogProps) {
  const { id, type, content, lessonId } = block
  const { run, isPending, error } = useIdempotentMutation(MoveBlockDocument, courseQueriesToInvalidate)
  const targets = modules.flatMap((module) =>
    module.lessons.map((lesson) => ({ value: lesson.id, label: `${module.name} › ${lesson.name}` })),
  )
  return (
    <MoveItemDialog
      title={`Move “${makeBlockTitle(type, content)}”`}
      label="Lesson"
      targets={targets.filter(({ value }) => value !== lessonId)}
      emptyMessage="The course has no other lesson yet."
      isBusy={isPending}
      error={error}
      onMove={(targetId) => void run({ id, lessonId: targetId }).then((result) => result && onClose())}
      onClose={onClose}
    />
  )
}
