import {
  ArrowDown,
  ArrowUp,
  IndentDecrease,
  IndentIncrease,
  ListPlus,
  Move,
  Plus,
  SquareCheck,
  TextCursorInput,
  Trash2,
} from 'lucide-react'
import type { MenuAction } from '../../ui/ActionMenu.tsx'
import { makeOutlineActions, type OutlineActionHandlers } from '../outline/outline-actions.ts'
import type { OutlineRow } from './rows.ts'
import { describeLessons } from './use-lesson-group.ts'
import type { OutlineEditing } from './use-outline-editing.ts'

/** Lists what can be done with the selected lessons. */
function makeGroupActions(editing: OutlineEditing, id: string, onMoveToModule: () => void): MenuAction[] {
  const { selectedLessons, selection, findGroupTarget, moveRow, deleteLessons } = editing
  const moveBy = (label: string, icon: typeof Move, step: -1 | 1): MenuAction => ({
    label,
    icon,
    isDisabled: !findGroupTarget(step),
    onSelect: () => void moveRow(id, step),
  })
  return [
    moveBy('Move up', ArrowUp, -1),
    moveBy('Move down', ArrowDown, 1),
    { label: 'Move to another module', icon: Move, onSelect: onMoveToModule },
    {
      label: `Delete ${describeLessons(selectedLessons)}`,
      icon: Trash2,
      isDanger: true,
      onSelect: () => deleteLessons(selection.selectedIds),
    },
  ]
}

/** Lists the actions in the menu of a row. The handlers are those that the outline of the course page has too. */
export function makeRowActions(
  row: OutlineRow,
  editing: OutlineEditing,
  handlers: OutlineActionHandlers & { onMoveLessons(): void },
): MenuAction[] {
  const { titles, selection, changeLevelOf, beginAfter, beginInModule } = editing
  const { id } = row.item
  if (selection.selectedIds.has(id) && selection.selectedIds.size > 1)
    return makeGroupActions(editing, id, handlers.onMoveLessons)
  const isModule = row.level === 'module'
  return [
    { label: 'Rename', icon: TextCursorInput, onSelect: () => titles.rename(id) },
    ...(isModule ? [{ label: 'Add a lesson', icon: ListPlus, onSelect: () => beginInModule(id) }] : []),
    { label: `Add a ${row.level} below`, icon: Plus, onSelect: () => beginAfter(id) },
    {
      label: `Make it a ${isModule ? 'lesson' : 'module'}`,
      icon: isModule ? IndentIncrease : IndentDecrease,
      onSelect: () => void changeLevelOf(id, isModule ? 'lesson' : 'module', false),
    },
    ...(isModule ? [] : [{ label: 'Select', icon: SquareCheck, onSelect: () => selection.toggle(id) }]),
    ...makeOutlineActions(handlers, row.level, id),
  ]
}
