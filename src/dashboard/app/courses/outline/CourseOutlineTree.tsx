import { ListTree, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Collection } from 'react-aria-components/Collection'
import { Tree } from 'react-aria-components/Tree'
import { DropIndicator, type ItemDropTarget, useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { useLocationProperty } from 'wouter/use-browser-location'
import { usePageCommands } from '../../commands/page-commands.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { isTextEntry } from '../../ui/text-entry.ts'
import { useLiveRegion } from '../../ui/use-live-region.tsx'
import { useDialogOfUnsavedEdit } from '../../unsaved-edits/continued-edit.ts'
import { useDeleteItem } from '../dialogs/use-delete.ts'
import { useDuplicateItem } from '../dialogs/use-duplicate.ts'
import { formatCountWithNoun } from '../labels.ts'
import {
  type DraftModule,
  type DropTarget,
  findModuleDropTarget,
  findModuleOfLesson,
  findRowToFocusAfterDeletion,
  planOutlineMove,
} from './moves.ts'
import style from './Outline.module.css'
import { findDialogOfUnsavedEdit, OutlineDialogs } from './OutlineDialogs.tsx'
import { LessonRow, ModuleRow } from './OutlineRow.tsx'
import { useMoveOutlineItem } from './use-move.ts'

const dragType = (level: 'module' | 'lesson') => `coursewright-${level}`

const toDropTarget = ({ key, dropPosition }: ItemDropTarget): DropTarget => ({ id: String(key), at: dropPosition })

type OutlineProps = { courseId: string; modules: DraftModule[]; isReadOnly: boolean }

/**
 * Shows the modules and lessons of a course as a tree. The author can open the items of the tree, and edit and reorder
 * them unless the outline is read-only.
 */
export function CourseOutlineTree({ courseId, modules, isReadOnly }: OutlineProps) {
  const [collapsedIds, setCollapsedIds] = useState<ReadonlySet<string>>(new Set())
  const { dialog, setDialog, finish } = useDialogOfUnsavedEdit((name) =>
    findDialogOfUnsavedEdit(name, courseId, modules),
  )
  /** The id of the row that should get the focus. After the last module was deleted, this is the id of the course. */
  const [idToFocus, setIdToFocus] = useState<string>()
  // The fragment of the URL can name a module or lesson.
  const fragment = useLocationProperty(() => window.location.hash.slice(1))
  const [lastFragment, setLastFragment] = useState('')
  if (fragment !== lastFragment) {
    setLastFragment(fragment)
    setIdToFocus(fragment)
  }
  // The id of the row to focus after the dialog closes. While the dialog is open, no row can get the focus.
  const idToFocusAfterDialog = useRef<string>(undefined)
  const { announce, region } = useLiveRegion()
  const move = useMoveOutlineItem(courseId, modules, announce)
  const duplicate = { module: useDuplicateItem('module'), lesson: useDuplicateItem('lesson') }
  const remove = { module: useDeleteItem('module'), lesson: useDeleteItem('lesson') }
  async function deleteAndFocusNeighbor(level: keyof typeof remove, id: string): Promise<void> {
    const module = modules.find((candidate) => candidate.id === id)
    const lesson = findModuleOfLesson(modules, id)?.lessons.find((candidate) => candidate.id === id)
    const neighborId = findRowToFocusAfterDeletion(modules, id) ?? courseId
    const contents = module?.lessons.length ? `with its ${formatCountWithNoun(module.lessons.length, 'lesson')}` : ''
    const isDeleted = await remove[level](id, (module ?? lesson)?.name ?? '', contents)
    // The author may be writing elsewhere by now.
    if (isDeleted && !isTextEntry(document.activeElement)) setIdToFocus(neighborId)
  }
  usePageCommands(
    isReadOnly ? [] : [{ label: 'Add a module', icon: Plus, run: () => setDialog({ name: 'add-module' }) }],
  )
  const isModule = (id: string) => modules.some((module) => module.id === id)
  const isCollapsed = (id: string) => collapsedIds.has(id)
  const moduleDropTarget = (target: ItemDropTarget) => findModuleDropTarget(modules, toDropTarget(target), isCollapsed)

  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: isReadOnly,
    getItems: (keys) =>
      [...keys].map((key) => ({
        [dragType(isModule(String(key)) ? 'module' : 'lesson')]: String(key),
        'text/plain': String(key),
      })),
    getDropOperation: (target, types) => {
      if (target.type !== 'item') return 'cancel'
      if (types.has(dragType('module'))) return moduleDropTarget(target) ? 'move' : 'cancel'
      return isModule(String(target.key)) === (target.dropPosition === 'on') ? 'move' : 'cancel'
    },
    onMove: ({ keys, target }) => {
      const [id] = [...keys].map(String)
      if (id === undefined) return
      const dropTarget = isModule(id) ? moduleDropTarget(target) : toDropTarget(target)
      if (dropTarget) void move(id, dropTarget)
    },
    renderDropIndicator: (target) => <DropIndicator target={target} className={style.drop!} />,
  })

  const addButton = (isSmall: boolean) =>
    !isReadOnly && (
      <Button isSmall={isSmall} icon={<Plus aria-hidden />} onPress={() => setDialog({ name: 'add-module' })}>
        Add module
      </Button>
    )
  const row = {
    courseId,
    modules,
    isReadOnly,
    canMove: (id: string, target: DropTarget | undefined) =>
      target !== undefined && planOutlineMove(modules, id, target) !== undefined,
    onMove: move,
    onDuplicate: (level: keyof typeof duplicate, id: string) => void duplicate[level](id),
    onDelete: (level: keyof typeof remove, id: string) => void deleteAndFocusNeighbor(level, id),
    onOpenDialog: setDialog,
    idToFocus,
    onFocused: () => setIdToFocus(undefined),
  }
  const moduleIds = modules.map(({ id }) => id)
  return (
    <Card title="Outline" actions={modules.length > 0 ? addButton(true) : undefined} isFlush>
      {modules.length === 0 ? (
        <EmptyState
          icon={<ListTree aria-hidden />}
          title="No modules yet"
          action={addButton(false)}
          getsFocus={idToFocus === courseId}
        >
          A module is a part of the course, such as a week or a topic. It contains lessons.
        </EmptyState>
      ) : (
        <Tree
          className={style.tree!}
          aria-label="Modules and lessons"
          items={modules}
          dependencies={[modules, isReadOnly, idToFocus]}
          selectionMode="none"
          dragAndDropHooks={dragAndDropHooks}
          expandedKeys={moduleIds.filter((id) => !collapsedIds.has(id))}
          onExpandedChange={(keys) => setCollapsedIds(new Set(moduleIds.filter((id) => !keys.has(id))))}
        >
          {(module) => (
            <ModuleRow {...row} module={module}>
              <Collection items={module.lessons} dependencies={[modules, isReadOnly, idToFocus]}>
                {(lesson) => <LessonRow {...row} module={module} lesson={lesson} />}
              </Collection>
            </ModuleRow>
          )}
        </Tree>
      )}
      {region}
      {dialog && (
        <OutlineDialogs
          open={dialog}
          courseId={courseId}
          modules={modules}
          onCreated={(id) => {
            idToFocusAfterDialog.current = id
          }}
          onClose={() => {
            setDialog(undefined)
            setIdToFocus(idToFocusAfterDialog.current)
            idToFocusAfterDialog.current = undefined
            finish()
          }}
        />
      )}
    </Card>
  )
}
