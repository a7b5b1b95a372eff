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
import { Button } from '../../parts/Button.tsx'
import { editAddress } from '../addresses.ts'
import { type Action, ActionMenu } from '../parts/ActionMenu.tsx'
import { count } from '../words.ts'
import { type OutlineLesson, type OutlineModule, stepOf, type Target } from './arrange.ts'
import style from './Outline.module.css'
import type { Task } from './OutlineDialogs.tsx'

type RowProps = {
  courseId: string
  modules: OutlineModule[]
  canMove(id: string, target: Target | undefined): boolean
  onMove(id: string, target: Target): Promise<void>
  onCopy(kind: 'module' | 'lesson', id: string): void
  onTask(task: Task): void
}

const Handle = ({ name }: { name: string }) => (
  <AriaButton slot="drag" className={style.handle!} aria-label={`Drag “${name}”`}>
    <GripVertical aria-hidden size={16} />
  </AriaButton>
)

/** What can be done with a module and a lesson alike. */
function actionsOf(
  { modules, canMove, onMove, onCopy, onTask }: RowProps,
  kind: 'module' | 'lesson',
  id: string,
): Action[] {
  const step = (label: string, icon: typeof ArrowUp, by: -1 | 1): Action => {
    const target = stepOf(modules, id, by)
    return { label, icon, isDisabled: !canMove(id, target), run: () => target && void onMove(id, target) }
  }
  return [
    { label: 'Edit name and description', icon: Pencil, run: () => onTask({ kind: `edit-${kind}`, id }) },
    step('Move up', ArrowUp, -1),
    step('Move down', ArrowDown, 1),
    {
      label: `Move to another ${kind === 'module' ? 'course' : 'module'}`,
      icon: Move,
      run: () => onTask({ kind: `move-${kind}`, id }),
    },
    { label: 'Duplicate', icon: Copy, run: () => onCopy(kind, id) },
    { label: 'Delete', icon: Trash2, isDanger: true, run: () => onTask({ kind: `delete-${kind}`, id }) },
  ]
}

/** A module with its lessons below it. */
export function ModuleRow({ module, children, ...row }: RowProps & { module: OutlineModule; children: ReactNode }) {
  const { id, name, lessons } = module
  return (
    <TreeItem id={id} textValue={name} className={`${style.row} ${style.module}`} hasChildItems>
      <TreeItemContent>
        <div className={style.inside}>
          <Handle name={name} />
          <AriaButton slot="chevron" className={style.chevron!}>
            <ChevronRight aria-hidden size={16} />
          </AriaButton>
          <span className={style.name}>
            {name}
            <span className={style.facts}>
              {lessons.length === 0 ? 'No lessons yet' : count(lessons.length, 'lesson')}
            </span>
          </span>
          <Button
            look="quiet"
            small
            icon={<Plus aria-hidden />}
            aria-label={`Add a lesson to “${name}”`}
            onPress={() => row.onTask({ kind: 'add-lesson', moduleId: id })}
          >
            <span className={style.wideOnly}>Lesson</span>
          </Button>
          <ActionMenu small label={`More for “${name}”`} actions={actionsOf(row, 'module', id)} />
        </div>
      </TreeItemContent>
      {children}
    </TreeItem>
  )
}

/** A lesson: the way to write on it. */
export function LessonRow({ module, lesson, ...row }: RowProps & { module: OutlineModule; lesson: OutlineLesson }) {
  const { id, name } = lesson
  return (
    <TreeItem
      id={id}
      textValue={name}
      href={editAddress(row.courseId, id)}
      className={`${style.row} ${style.lesson}`}
      aria-label={`${name}, in ${module.name}`}
    >
      <TreeItemContent>
        <div className={style.inside}>
          <Handle name={name} />
          <FileText aria-hidden size={16} className={style.kind} />
          <span className={style.name}>{name}</span>
          <ActionMenu small label={`More for “${name}”`} actions={actionsOf(row, 'lesson', id)} />
        </div>
      </TreeItemContent>
    </TreeItem>
  )
}
