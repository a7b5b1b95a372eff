import { useRepeatable } from '../../data/repeatable.ts'
import { named } from '../levels.ts'
import { courseReads } from '../reads.ts'
import { NodeForm, type NodeWords } from './NodeForm.tsx'

type EditNodeProps = {
  kind: keyof typeof named
  node: NodeWords & { id: string; version: number }
  onClose(): void
}

/** Changes the name and description of a module or a lesson. */
export function EditNode({ kind, node: { id, name, description, version }, onClose }: EditNodeProps) {
  const { run, isPending, error } = useRepeatable<unknown, EditVariables>(named[kind], courseReads)
  return (
    <NodeForm
      title={`Edit ${kind}`}
      action="Save"
      draftName={`${kind}:${id}`}
      saved={{ name, description }}
      version={version}
      isBusy={isPending}
      error={error}
      onSave={async (input, expectedVersion) => (await run({ id, input, expectedVersion })) !== undefined}
      onClose={onClose}
    />
  )
}

type EditVariables = {
  id: string
  input: NodeWords
  expectedVersion?: number | null
  idempotencyKey?: string | null
}
