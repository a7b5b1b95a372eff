import { ChevronRight, Ellipsis } from 'lucide-react'
import { type MouseEvent, memo, type ReactNode } from 'react'
import style from './OutlineColumn.module.css'
import type { OutlineRow } from './rows.ts'

type OutlineColumnRowProps = {
  row: OutlineRow
  /** The field in which the title is written, if it is. */
  field: ReactNode
  isCurrent: boolean
  /** Whether Tab leads to this row. */
  isTabStop: boolean
  isSelected: boolean
  isFailed: boolean
  isSaving: boolean
  isReadOnly: boolean
  onPress(row: OutlineRow, event: MouseEvent): void
  onRename(id: string): void
  onToggle(id: string): void
  onOpenMenu(id: string, button: HTMLElement): void
}

/** Returns whether a row would look the same. Each drawing of the outline makes the rows anew, from the same items. */
function hasSameProps(
  { row: old, ...before }: OutlineColumnRowProps,
  { row, ...after }: OutlineColumnRowProps,
): boolean {
  const isSame = <Values extends object>(one: Values, other: Values) =>
    (Object.keys(one) as (keyof Values)[]).every((name) => one[name] === other[name])
  return old.level === row.level && isSame(old, row) && isSame(before, after)
}

/** Shows a module or lesson of the outline beside the lesson. */
export const OutlineColumnRow = memo(Row, hasSameProps)

function Row(props: OutlineColumnRowProps) {
  const {
    row,
    field,
    isCurrent,
    isTabStop,
    isSelected,
    isFailed,
    isSaving,
    isReadOnly,
    onPress,
    onRename,
    onToggle,
    onOpenMenu,
  } = props
  const { level, item, position, count } = row
  const { id, name } = item
  const isExpanded = row.level === 'module' ? row.isExpanded : undefined
  const tabIndex = isTabStop && !field ? 0 : -1
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around the rows handles the keys.
    // biome-ignore lint/a11y/useSemanticElements: a table has no rows that expand.
    <div
      role="row"
      data-row={id}
      className={`${style.row} ${style[level]}`}
      tabIndex={tabIndex}
      aria-label={name || undefined}
      aria-level={level === 'module' ? 1 : 2}
      aria-posinset={position}
      aria-setsize={count}
      aria-expanded={isExpanded}
      aria-selected={level === 'lesson' ? isSelected : undefined}
      aria-busy={isSaving || undefined}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => onPress(row, event)}
      onDoubleClick={isReadOnly ? undefined : () => onRename(id)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a table has no rows that expand. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row has the focus. */}
      <div role="gridcell" className={style.cell}>
        {level === 'module' && (
          <button
            type="button"
            tabIndex={-1}
            className={style.chevron}
            aria-label={`${isExpanded ? 'Hide' : 'Show'} the lessons of “${name}”`}
            onClick={() => onToggle(id)}
          >
            <ChevronRight aria-hidden size={15} />
          </button>
        )}
        {field || (
          <span className={style.title}>
            <bdi>{name}</bdi>
            {isSaving && <span className={style.saving}>Saving …</span>}
            {isFailed && <span className={style.failed}>Not saved</span>}
          </span>
        )}
        {!isReadOnly && !field && (
          <button
            type="button"
            tabIndex={tabIndex}
            className={style.menu}
            aria-label={`More actions for “${name}”`}
            aria-haspopup="menu"
            onClick={(event) => onOpenMenu(id, event.currentTarget)}
          >
            <Ellipsis aria-hidden size={16} />
          </button>
        )}
      </div>
    </div>
  )
}
