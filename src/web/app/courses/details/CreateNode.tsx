import { useRepeatable } from '../../data/repeatable.ts'
import { CreateLessonDocument, CreateModuleDocument } from '../../generated/operations.ts'
import { courseReads } from '../reads.ts'
import { emptyNode, NodeForm } from './NodeForm.tsx'

type CreateProps = { parentId: string; onDone?(id: string): void; onClose(): void }

/** Asks for a new module's name. */
export function CreateModule({ parentId, onDone, onClose }: CreateProps) {
  const { run, isPending, error } = useRepeatable(CreateModuleDocument, courseReads)
  return (
    <NodeForm
      title="Add module"
      action="Add module"
      draftName={`module:new:${parentId}`}
      saved={emptyNode}
      isBusy={isPending}
      error={error}
      onSave={async (input) => {
        const result = await run({ courseId: parentId, input })
        if (result) onDone?.(result.createModule.id)
        return result !== undefined
      }}
      onClose={onClose}
    />
  )
}

/** Asks for a new lesson's name. */
export function CreateLesson({ parentId, onDone, onClose }: CreateProps) {
  const { run, isPending, error } = useRepeatable(CreateLessonDocument, courseReads)
  return (
    <NodeForm
      title="Add lesson"
      action="Add lesson"
      draftName={`lesson:new:${parentId}`}
      saved={emptyNode}
      isBusy={isPending}
      error={error}
      onSave={async (input) => {
        const result = await run({ moduleId: parentId, input })
        if (result) onDone?.(result.createLesson.id)
        return result !== undefined
      }}
      onClose={onClose}
    />
  )
}
