import { useState } from 'react'
import { Choice, type Option } from '../../parts/Choice.tsx'
import { FormDialog } from './FormDialog.tsx'

type MoveToProps = {
  title: string
  /** What is chosen: "Module". */
  label: string
  targets: readonly Option<string>[]
  /** Said where there is no target. */
  nowhere: string
  isBusy: boolean
  error: unknown
  onMove(targetId: string): void
  onClose(): void
}

/** Asks where a thing goes; it comes after the last there. */
export function MoveTo({ title, label, targets, nowhere, isBusy, error, onMove, onClose }: MoveToProps) {
  const [targetId, setTargetId] = useState(targets[0]?.value ?? '')
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
      {targets.length === 0 ? (
        <p>{nowhere}</p>
      ) : (
        <Choice label={label} value={targetId} options={targets} onChange={setTargetId} />
      )}
    </FormDialog>
  )
}
