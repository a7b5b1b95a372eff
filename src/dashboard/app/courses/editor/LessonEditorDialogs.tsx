import type { BlockPartsFragment, LessonQuery } from '../../generated/operations.ts'
import { GenerateBlocksDialog, makeUnsavedEditNameOfGeneratedBlocks } from '../ai/GenerateBlocksDialog.tsx'
import { makeUnsavedEditNameOfDetails } from '../dialogs/details-edit.ts'
import { EditOutlineItemDialog } from '../dialogs/EditOutlineItemDialog.tsx'
import { makeLessonEditorPath } from '../paths.ts'
import { MoveBlockDialog } from './MoveBlockDialog.tsx'

/** Says which dialog of the lesson editor is open. */
export type LessonEditorDialogState =
  | { name: 'edit lesson' | 'generate' }
  | { name: 'move block'; block: BlockPartsFragment }

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
  onClose(): void
}

/** Shows the open dialog of the lesson editor. */
export function LessonEditorDialogs(props: LessonDialogsProps) {
  const { open, courseId, lesson, modules, onClose } = props
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
      return <GenerateBlocksDialog courseId={courseId} lesson={lesson} onClose={onClose} />
    case 'move block':
      return <MoveBlockDialog block={open.block} modules={modules} onClose={onClose} />
  }
}
