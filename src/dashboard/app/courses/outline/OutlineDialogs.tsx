import { CreateLessonDialog, CreateModuleDialog } from '../dialogs/CreateOutlineItem.tsx'
import { makeUnsavedEditNameOfDetails, makeUnsavedEditNameOfNewItem } from '../dialogs/details-edit.ts'
import { EditOutlineItemDialog } from '../dialogs/EditOutlineItemDialog.tsx'
import { makeCoursePath } from '../paths.ts'
import { useLastDefinedValue } from '../use-last-defined.ts'
import { MoveLessonDialog, MoveModuleDialog } from './MoveDialogs.tsx'
import { type DraftModule, findModuleOfLesson } from './moves.ts'

/** Says which dialog of the course outline is open, and for which module or lesson. */
export type OutlineDialogState =
  | { name: 'add-module' }
  | { name: 'add-lesson'; moduleId: string }
  | { name: 'edit-module' | 'edit-lesson' | 'move-module' | 'move-lesson'; id: string }

/** Returns the dialog in which an author continues an unsaved edit, or undefined if the edit is not of this outline. */
export function findDialogOfUnsavedEdit(
  name: string | undefined,
  courseId: string,
  modules: readonly DraftModule[],
): OutlineDialogState | undefined {
  if (name === makeUnsavedEditNameOfNewItem('module', courseId)) return { name: 'add-module' }
  for (const { id: moduleId, lessons } of modules) {
    if (name === makeUnsavedEditNameOfDetails('module', moduleId)) return { name: 'edit-module', id: moduleId }
    if (name === makeUnsavedEditNameOfNewItem('lesson', moduleId)) return { name: 'add-lesson', moduleId }
    const lesson = lessons.find(({ id }) => name === makeUnsavedEditNameOfDetails('lesson', id))
    if (lesson) return { name: 'edit-lesson', id: lesson.id }
  }
  return undefined
}

type OutlineDialogsProps = {
  open: OutlineDialogState
  courseId: string
  modules: DraftModule[]
  /** Called with the id of a new module or lesson, before `onClose`. */
  onCreated(id: string): void
  onClose(): void
}

/** Shows the open dialog of the course outline. */
export function OutlineDialogs({ open, courseId, modules, onCreated, onClose }: OutlineDialogsProps) {
  const id = 'id' in open ? open.id : undefined
  const module = useLastDefinedValue(modules.find((candidate) => candidate.id === id))
  const listedLesson =
    id === undefined ? undefined : findModuleOfLesson(modules, id)?.lessons.find((candidate) => candidate.id === id)
  const lesson = useLastDefinedValue(listedLesson)
  const href = makeCoursePath(courseId)
  switch (open.name) {
    case 'add-module':
      return <CreateModuleDialog courseId={courseId} onCreated={onCreated} onClose={onClose} />
    case 'add-lesson':
      return <CreateLessonDialog courseId={courseId} moduleId={open.moduleId} onCreated={onCreated} onClose={onClose} />
    case 'edit-module':
      return module && <EditOutlineItemDialog level="module" item={module} href={href} onClose={onClose} />
    case 'edit-lesson':
      return lesson && <EditOutlineItemDialog level="lesson" item={lesson} href={href} onClose={onClose} />
    case 'move-module':
      return module && <MoveModuleDialog {...module} courseId={courseId} onClose={onClose} />
    case 'move-lesson':
      return lesson && <MoveLessonDialog {...lesson} modules={modules} onClose={onClose} />
  }
}
