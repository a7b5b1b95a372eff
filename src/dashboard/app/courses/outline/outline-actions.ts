import { ArrowDown, ArrowUp, Copy, Move, Pencil, Trash2 } from 'lucide-react'
import type { MenuAction } from '../../ui/ActionMenu.tsx'
import { type DraftModule, type DropTarget, findNeighborDropTarget } from './moves.ts'
import type { OutlineDialogState } from './OutlineDialogs.tsx'

type Level = 'module' | 'lesson'

export type OutlineActionHandlers = {
  modules: DraftModule[]
  canMove(id: string, target: DropTarget | undefined): boolean
  onMove(id: string, target: DropTarget): Promise<void>
  onDuplicate(level: Level, id: string): void
  onDelete(level: Level, id: string): void
  onOpenDialog(dialog: OutlineDialogState): void
}

/** Returns the actions in the menu of a module or lesson. */
export function makeOutlineActions(
  { modules, canMove, onMove, onDuplicate, onDelete, onOpenDialog }: OutlineActionHandlers,
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
