import { useState } from 'react'
import { Choice, type Option } from '../../parts/Choice.tsx'
import { Field } from '../../parts/Field.tsx'
import { FormDialog } from './FormDialog.tsx'

type MoveToProps = {
  title: string
  /** What is chosen: "Module". */
  label: string
  targets: readonly Option<string>[]
  /** Where there are more targets than are listed: the words that they are found by. */
  find?: { search: string; onSearch(words: string): void }
  /** Said where there is no target. */
  nowhere: string
  isBusy: boolean
  error: unknown
  onMove(targetId: string): void
  onClose(): void
}

/** Asks where a thing goes; it comes after the last there. */
export function MoveTo({ title, label, targets, find, nowhere, isBusy, error, onMove, onClose }: MoveToProps) {
  const [chosen, choose] = useState('')
  const targetId = targets.find(({ value }) => value === chosen)?.value ?? targets[0]?.value
  return (
    <FormDialog
      title={title}
      action="Move"
      isBusy={isBusy}
      error={error}
      isRestored={false}
      onDiscard={() => {}}
      onSave={() => targetId && onMove(targetId)}
      onClose={onClose}
    >
      {find && <Field label={`Find a ${label.toLowerCase()}`} value={find.search} onChange={find.onSearch} />}
      {targets.length === 0 ? (
        <p>{nowhere}</p>
      ) : (
        <Choice label={label} value={targetId ?? ''} options={targets} onChange={choose} />
      )}
    </FormDialog>
  )
}
