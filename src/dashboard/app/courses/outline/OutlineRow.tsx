import { ChevronRight, FileText, GripVertical, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { TreeItem, TreeItemContent } from 'react-aria-components/Tree'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { FocusContainingRowOnMount } from '../../ui/FocusContainingRowOnMount.tsx'
import { formatCountWithNoun } from '../labels.ts'
import { makeLessonEditorPath, makeLessonPath } from '../paths.ts'
import type { DraftLesson, DraftModule } from './moves.ts'
import style from './Outline.module.css'
import { makeOutlineActions, type OutlineActionHandlers } from './outline-actions.ts'

type RowProps = OutlineActionHandlers & {
  courseId: string
  isReadOnly: boolean
  /** The id of the module or lesson whose row should get the focus. */
  idToFocus: string | undefined
  onFocused(): void
}

const DragHandle = ({ name }: { name: string }) => (
  <AriaButton slot="drag" className={style.handle!} aria-label={`Drag “${name}”`}>
    <GripVertical aria-hidden size={16} />
  </AriaButton>
)

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
              <ActionMenu
                isSmall
                label={`More actions for “${name}”`}
                actions={makeOutlineActions(row, 'module', id)}
              />
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
            <ActionMenu isSmall label={`More actions for “${name}”`} actions={makeOutlineActions(row, 'lesson', id)} />
          )}
        </div>
      </TreeItemContent>
    </TreeItem>
  )
}
