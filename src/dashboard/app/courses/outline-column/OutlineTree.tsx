import { Plus } from 'lucide-react'
import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { ActionPopover } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { useLiveRegion } from '../../ui/use-live-region.tsx'
import { useDeleteItem } from '../dialogs/use-delete.ts'
import { useDuplicateItem } from '../dialogs/use-duplicate.ts'
import { formatCountWithNoun } from '../labels.ts'
import { type DraftModule, findRowToFocusAfterDeletion, planOutlineMove } from '../outline/moves.ts'
import { makeRowActions } from './make-row-actions.ts'
import { makeTitleFieldHandlers } from './make-title-field-handlers.ts'
import { makeTreeKeyHandler } from './make-tree-keys.ts'
import style from './OutlineColumn.module.css'
import { OutlineColumnRow } from './OutlineColumnRow.tsx'
import { type OutlineTreeDialogState, OutlineTreeDialogs } from './OutlineTreeDialogs.tsx'
import type { OutlineRow } from './rows.ts'
import { SelectedLessonsBar } from './SelectedLessonsBar.tsx'
import { TitleField } from './TitleField.tsx'
import { useOutlineEditing } from './use-outline-editing.ts'
import { usePasteTitles } from './use-paste-titles.ts'

type OutlineTreeProps = {
  courseId: string
  modules: DraftModule[]
  /** The lesson that the page shows. */
  lessonId: string
  isReadOnly: boolean
  /** Called when the author goes to a lesson. */
  onOpened(): void
}

/** Shows the modules and lessons of a course. The author opens lessons with it, and writes the outline by its titles. */
export function OutlineTree({ courseId, modules, lessonId, isReadOnly, onOpened }: OutlineTreeProps) {
  const { announce, region } = useLiveRegion()
  const editing = useOutlineEditing({ courseId, modules, lessonId, announce })
  const { titles, rows, focus, selection, selectedLessons, setExpanded, isExpanded, deleteLessons } = editing
  const { edit } = titles
  const { selectedIds } = selection
  const fieldHandlers = makeTitleFieldHandlers(editing, usePasteTitles(editing.writer), announce)
  const duplicate = { module: useDuplicateItem('module'), lesson: useDuplicateItem('lesson') }
  const removeModule = useDeleteItem('module')
  const [dialog, setDialog] = useState<OutlineTreeDialogState>()
  const wantedId = useRef<string>(undefined)
  const menuButton = useRef<HTMLElement>(null)
  const [menuId, setMenuId] = useState<string>()
  const menuRow = editing.findRow(menuId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another lesson scrolls the tree.
  useEffect(() => {
    focus.findRow(lessonId)?.scrollIntoView({ block: 'nearest' })
  }, [lessonId])

  /** Opens a lesson. A new one is opened as soon as it is saved, unless the author presses another meanwhile. */
  async function open(id: string): Promise<void> {
    wantedId.current = id
    if (titles.isFailed(id)) return titles.rename(id)
    if (!titles.isSaved(id)) announce('It opens as soon as it is saved.')
    const savedId = titles.isSaved(id) ? id : await titles.whenSaved(id)
    if (savedId === undefined || wantedId.current !== id) return
    editing.openLesson(savedId)
    onOpened()
  }
  async function deleteModule({ id, name, lessons }: DraftModule): Promise<void> {
    const next = findRowToFocusAfterDeletion(modules, id)
    const contents = lessons.length > 0 ? `with its ${formatCountWithNoun(lessons.length, 'lesson')}` : ''
    if (await removeModule(id, name, contents))
      editing.leaveDeleted(new Set([id, ...lessons.map((lesson) => lesson.id)]), next)
  }
  function deleteRow(row: OutlineRow): void {
    if (row.level === 'module') void deleteModule(row.item)
    else deleteLessons(selectedIds.has(row.item.id) ? selectedIds : new Set([row.item.id]))
  }
  function openMenu(id: string, button: HTMLElement): void {
    menuButton.current = button
    focus.setTabStop(id)
    setMenuId(id)
  }
  function press(row: OutlineRow, event: MouseEvent): void {
    if ((event.target as Element).closest('button, input')) return
    const { id } = row.item
    const isTouch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch'
    focus.setTabStop(id)
    const canSelect = row.level === 'lesson' && titles.isSaved(id) && !isReadOnly
    const toggles = event.ctrlKey || event.metaKey || (isTouch && selectedIds.size > 0)
    if (canSelect && event.shiftKey) selection.extend(id, focus.tabStop ?? id)
    else if (canSelect && toggles) selection.toggle(id)
    else {
      selection.clear()
      if (row.level === 'module') setExpanded(id, !row.isExpanded)
      else void open(id)
    }
  }
  const actionHandlers = {
    modules,
    canMove: (id: string, target: Parameters<typeof planOutlineMove>[2] | undefined) =>
      target !== undefined && planOutlineMove(modules, id, target) !== undefined,
    onMove: editing.move,
    onDuplicate: (level: keyof typeof duplicate, id: string) => void duplicate[level](id),
    onOpenDialog: setDialog,
    onMoveLessons: () => setDialog({ name: 'move-lessons' }),
    onDelete: (_: unknown, id: string) => {
      const row = editing.findRow(id)
      if (row) deleteRow(row)
    },
  }

  // The rows are drawn again only if they change, so their handlers stay the same.
  const handlers = { press, openMenu, rename: titles.rename, toggle: (id: string) => setExpanded(id, !isExpanded(id)) }
  const latest = useRef(handlers)
  latest.current = handlers
  const onPress = useCallback((row: OutlineRow, event: MouseEvent) => latest.current.press(row, event), [])
  const onRename = useCallback((id: string) => latest.current.rename(id), [])
  const onToggle = useCallback((id: string) => latest.current.toggle(id), [])
  const onOpenMenu = useCallback((id: string, button: HTMLElement) => latest.current.openMenu(id, button), [])
  return (
    <>
      <div
        ref={focus.tree}
        role="treegrid"
        aria-label="Course outline"
        aria-multiselectable={!isReadOnly}
        className={style.tree}
        onKeyDown={makeTreeKeyHandler(editing, {
          isReadOnly,
          onOpen: (id) => void open(id),
          onDelete: deleteRow,
          onOpenMenu({ item: { id } }) {
            const button = focus.findRow(id)?.querySelector<HTMLElement>('[aria-haspopup]')
            if (button) openMenu(id, button)
          },
        })}
      >
        {rows.map((row) => {
          const { id } = row.item
          const field = edit?.id === id && (
            <TitleField
              key={edit.id}
              level={row.level}
              initialText={edit.text}
              isNew={edit.newTitle !== undefined}
              {...fieldHandlers}
            />
          )
          return (
            <OutlineColumnRow
              key={titles.getRowKey(id)}
              row={row}
              field={field}
              isCurrent={id === lessonId}
              isTabStop={id === focus.tabStop}
              isSelected={selectedIds.has(id)}
              isFailed={titles.isFailed(id)}
              isSaving={!titles.isSaved(id) && !titles.isFailed(id)}
              isReadOnly={isReadOnly || !titles.isSaved(id)}
              onPress={onPress}
              onRename={onRename}
              onToggle={onToggle}
              onOpenMenu={onOpenMenu}
            />
          )
        })}
      </div>
      {!isReadOnly && selectedIds.size === 0 && (
        <div className={style.footer}>
          <Button variant="quiet" isSmall icon={<Plus aria-hidden />} onPress={editing.beginLastModule}>
            Add module
          </Button>
        </div>
      )}
      {selectedIds.size > 0 && (
        <SelectedLessonsBar
          count={selectedIds.size}
          onMove={() => setDialog({ name: 'move-lessons' })}
          onDelete={() => deleteLessons(selectedIds)}
          onClear={() => {
            selection.clear()
            focus.focusRow(focus.tabStop)
          }}
        />
      )}
      {region}
      {menuRow && (
        <ActionPopover
          label={`Actions for “${menuRow.item.name}”`}
          actions={makeRowActions(menuRow, editing, actionHandlers)}
          triggerRef={menuButton}
          isOpen
          onOpenChange={(isOpen) => !isOpen && setMenuId(undefined)}
        />
      )}
      {dialog && (
        <OutlineTreeDialogs
          open={dialog}
          courseId={courseId}
          modules={modules}
          selectedLessons={selectedLessons}
          onMoveLessons={(moduleId) => {
            setExpanded(moduleId, true)
            void editing.group.move(selectedLessons, { id: moduleId, at: 'on' })
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}
