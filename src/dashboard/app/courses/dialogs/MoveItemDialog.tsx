import { useState } from 'react'
import { Select, type SelectOption } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { FormDialog } from './FormDialog.tsx'

type MoveDialogProps = {
  title: string
  /** The label of the list of targets, for example "Module". */
  label: string
  targets: readonly SelectOption<string>[]
  /** The search field above the list of targets. Set this property if the list may not show all targets. */
  search?: { text: string; onSearch(text: string): void }
  /** The message to show if `targets` is empty. */
  emptyMessage: string
  isBusy: boolean
  error: unknown
  onMove(targetId: string): void
  onClose(): void
}

/** Asks for the new parent of a block, lesson or module. The moved item becomes the last child of the new parent. */
export function MoveItemDialog(props: MoveDialogProps) {
  const { title, label, targets, search, emptyMessage, isBusy, error, onMove, onClose } = props
  const [selected, setSelected] = useState('')
  const targetId = targets.find(({ value }) => value === selected)?.value ?? targets[0]?.value
  return (
    <FormDialog
      title={title}
      action="Move"
      isBusy={isBusy}
      error={error}
      onSave={() => targetId && onMove(targetId)}
      onClose={onClose}
    >
      {search && <TextField label={`Find a ${label.toLowerCase()}`} value={search.text} onChange={search.onSearch} />}
      {targets.length === 0 ? (
        <p>{emptyMessage}</p>
      ) : (
        <Select label={label} value={targetId ?? ''} options={targets} onChange={setSelected} />
      )}
    </FormDialog>
  )
}
