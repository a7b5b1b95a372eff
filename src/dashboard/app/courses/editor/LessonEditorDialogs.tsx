import type { BlockPartsFragment, LessonQuery } from '../../generated/operations.ts'
import { GenerateBlocksDialog, makeUnsavedEditNameOfGeneratedBlocks } from '../ai/GenerateBlocksDialog.tsx'
import { makeUnsavedEditNameOfDetails } from '../dialogs/details-edit.ts'
import { EditOutlineItemDialog } from '../dialogs/EditOutlineItemDialog.tsx'
import { makeLessonEditorPath } from '../paths.ts'
import { MoveBlocksDialog } from './MoveBlocksDialog.tsx'

/** Says which dialog of the lesson editor is open. */
export type LessonEditorDialogState =
  | { name: 'edit lesson' }
  /** With `isQuiz`, a quiz about the lesson is chosen. */
  | { name: 'generate'; isQuiz?: true }
  | { name: 'move blocks'; blocks: readonly BlockPartsFragment[] }

/** Returns the dialog in which an author continues an unsaved edit, or undefined if the edit is not of this lesson. */
export function findDialogOfUnsavedEdit(
  name: string | undefined,
  lessonId: string,
): LessonEditorDialogState | undefined {
  if (name === makeUnsavedEditNameOfDetails('lesson', lessonId)) return { name: 'edit lesson' }
  return name === makeUnsavedEditNameOfGeneratedBlocks(lessonId) ? { name: 'generate' } : undefined
}

type LessonDialogsProps = {
  open: LessonEditorDialogState
  courseId: string
  lesson: NonNullable<LessonQuery['lesson']>
  modules: readonly { name: string; lessons: readonly { id: string; name: string }[] }[]
  onMoveBlocks(blocks: readonly BlockPartsFragment[], lesson: { id: string; name: string }): void
  onClose(): void
}

/** Shows the open dialog of the lesson editor. */
export function LessonEditorDialogs(props: LessonDialogsProps) {
  const { open, courseId, lesson, modules, onMoveBlocks, onClose } = props
  switch (open.name) {
    case 'edit lesson':
      return (
        <EditOutlineItemDialog
          level="lesson"
          item={lesson}
          href={makeLessonEditorPath(courseId, lesson.id)}
          onClose={onClose}
        />
      )
    case 'generate':
      return <GenerateBlocksDialog courseId={courseId} lesson={lesson} isQuiz={open.isQuiz} onClose={onClose} />
    case 'move blocks':
      return (
        <MoveBlocksDialog
          blocks={open.blocks}
          modules={modules}
          onMove={(target) => onMoveBlocks(open.blocks, target)}
          onClose={onClose}
        />
      )
  }
}
