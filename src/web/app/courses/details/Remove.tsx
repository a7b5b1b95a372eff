import type { ReactNode } from 'react'
import { useRepeatable } from '../../data/repeatable.ts'
import type { NodeKind } from '../../generated/operations.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { tell } from '../../parts/toasts.ts'
import { levels } from '../levels.ts'
import { courseReads } from '../reads.ts'

type RemoveProps = {
  kind: NodeKind
  id: string
  name: string
  /** What goes with it. */
  children: ReactNode
  onDone?(): void
  onClose(): void
}

/** Asks before a thing is deleted with all below it. */
export function Remove({ kind, id, name, children, onDone, onClose }: RemoveProps) {
  // The page of a course that is gone must not ask for it again: whoever leaves it asks for the list.
  const { run, isPending, error } = useRepeatable(levels[kind].remove, onDone ? [] : courseReads)
  const remove = async () => {
    if ((await run({ id })) === undefined) return
    onDone?.()
    onClose()
    tell(`Deleted “${name}”.`)
  }
  return (
    <Confirm
      title={`Delete this ${kind}?`}
      action={`Delete ${kind}`}
      isOpen
      isBusy={isPending}
      error={error}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {children}
      <p>This cannot be undone.</p>
    </Confirm>
  )
}
