import {
  ArrowDown,
  ArrowUp,
  ChevronRight,
  Copy,
  FileText,
  GripVertical,
  Move,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { TreeItem, TreeItemContent } from 'react-aria-components/Tree'
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { FocusContainingRowOnMount } from '../../ui/FocusContainingRowOnMount.tsx'
import { formatCountWithNoun } from '../labels.ts'
import { makeLessonEditorPath, makeLessonPath } from '../paths.ts'
import { type DraftLesson, type DraftModule, type DropTarget, findNeighborDropTarget } from './moves.ts'
import style from './Outline.module.css'
import type { OutlineDialogState } from './OutlineDialogs.tsx'

type Level = 'module' | 'lesson'
type RowProps = {
  courseId: string
  modules: DraftModule[]
  isReadOnly: boolean
  canMove(id: string, target: DropTarget | undefined): boolean
  onMove(id: string, target: DropTarget): Promise<void>
  onDuplicate(level: Level, id: string): void
  onDelete(level: Level, id: string): void
  onOpenDialog(dialog: OutlineDialogState): void
  /** The id of the module or lesson whose row should get the focus. */
  idToFocus: string | undefined
  onFocused(): void
}

const DragHandle = ({ name }: { name: string }) => (
  <AriaButton slot="drag" className={style.handle!} aria-label={`Drag “${name}”`}>
    <GripVertical aria-hidden size={16} />
  </AriaButton>
)

/** Returns the actions in the menu of a module or lesson. */
function actionsOf(
  { modules, canMove, onMove, onDuplicate, onDelete, onOpenDialog }: RowProps,
  level: Level,
  id: string,
) {
  const moveAction = (label: string, icon: typeof ArrowUp, step: -1 | 1): MenuAction => {
    const target = findNeighborDropTarget(modules, id, step)
    return { label, icon, isDisabled: !canMove(id, target), onSelect: () => target && void onMove(id, target) }
  }
  return [
    { label: 'Edit details', icon: Pencil, onSelect: () => onOpenDialog({ name: `edit-${level}`, id }) },
    moveAction('Move up', ArrowUp, -1),
    moveAction('Move down', ArrowDown, 1),
    {
      label: `Move to another ${level === 'module' ? 'course' : 'module'}`,
      icon: Move,
      onSelect: () => onOpenDialog({ name: `move-${level}`, id }),
    },
    { label: 'Duplicate', icon: Copy, onSelect: () => onDuplicate(level, id) },
    { label: 'Delete', icon: Trash2, isDanger: true, onSelect: () => onDelete(level, id) },
  ] satisfies MenuAction[]
}

/** Shows a module as a row of the course outline, above the rows of the module's lessons. */
export function ModuleRow({ module, children, ...row }: RowProps & { module: DraftModule; children: ReactNode }) {
  const { id, name, lessons } = module
  return (
    <TreeItem id={id} textValue={name} className={`${style.row} ${style.module}`} hasChildItems>
      <TreeItemContent>
        <div className={style.inner}>
          {row.idToFocus === id && <FocusContainingRowOnMount onFocused={row.onFocused} />}
          {!row.isReadOnly && <DragHandle name={name} />}
          <AriaButton slot="chevron" className={style.chevron!}>
            <ChevronRight aria-hidden size={16} />
          </AriaButton>
          <span className={style.name}>
            <bdi>{name}</bdi>
            <span className={style.facts}>
              {lessons.length === 0 ? 'No lessons yet' : formatCountWithNoun(lessons.length, 'lesson')}
            </span>
          </span>
          {!row.isReadOnly && (
            <>
              <Button
                variant="quiet"
                isSmall
                icon={<Plus aria-hidden />}
                aria-label={`Add a lesson to “${name}”`}
                onPress={() => row.onOpenDialog({ name: 'add-lesson', moduleId: id })}
              >
                <span className={style.wideOnly}>Lesson</span>
              </Button>
              <ActionMenu isSmall label={`More actions for “${name}”`} actions={actionsOf(row, 'module', id)} />
            </>
          )}
        </div>
      </TreeItemContent>
      {children}
    </TreeItem>
  )
}

/**
 * Shows a lesson as a row of the course outline. The row is a link to the lesson editor, or to the lesson itself in a
 * read-only outline.
 */
export function LessonRow({ module, lesson, ...row }: RowProps & { module: DraftModule; lesson: DraftLesson }) {
  const { id, name } = lesson
  return (
    <TreeItem
      id={id}
      textValue={name}
      href={row.isReadOnly ? makeLessonPath(row.courseId, id) : makeLessonEditorPath(row.courseId, id)}
      className={`${style.row} ${style.lesson}`}
      aria-label={`${name}, in ${module.name}`}
    >
      <TreeItemContent>
        <div className={style.inner}>
          {row.idToFocus === id && <FocusContainingRowOnMount onFocused={row.onFocused} />}
          {!row.isReadOnly && <DragHandle name={name} />}
          <FileText aria-hidden size={16} className={style.icon} />
          <span className={style.name}>
            <bdi>{name}</bdi>
          </span>
          {!row.isReadOnly && (
            <ActionMenu isSmall label={`More actions for “${name}”`} actions={actionsOf(row, 'lesson', id)} />
          )}
        </div>
      </TreeItemContent>
    </TreeItem>
  )
}
