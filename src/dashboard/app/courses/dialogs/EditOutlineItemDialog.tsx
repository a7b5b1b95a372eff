import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import {
  type TypedDocumentString,
  UpdateLessonDocument,
  type UpdateLessonInput,
  UpdateModuleDocument,
  type UpdateModuleInput,
} from '../../generated/operations.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { OutlineItemFormDialog, type OutlineItemValues } from './OutlineItemFormDialog.tsx'

type UpdateVariables = {
  id: string
  input: UpdateModuleInput & UpdateLessonInput
  expectedVersion?: number | null
  idempotencyKey?: string | null
}

const updates: Record<'module' | 'lesson', TypedDocumentString<unknown, UpdateVariables>> = {
  module: UpdateModuleDocument,
  lesson: UpdateLessonDocument,
}

type EditOutlineItemProps = {
  level: 'module' | 'lesson'
  item: OutlineItemValues & { id: string; version: number }
  /** The URL path of the page that shows this dialog. */
  href: string
  onClose(): void
}

/** Shows a dialog that edits the details of a module or lesson. */
export function EditOutlineItemDialog({ level, item, href, onClose }: EditOutlineItemProps) {
  const { id, name, description, durationMinutes, objectives, version } = item
  const { run, isPending, error, reset } = useIdempotentMutation(updates[level], courseQueriesToInvalidate)
  return (
    <OutlineItemFormDialog
      title={`Edit ${level}`}
      action="Save"
      draftName={`${level}:${id}`}
      draftInfo={{ title: level === 'module' ? 'Module' : 'Lesson', href, requires: { level, id } }}
      saved={{ name, description, durationMinutes, objectives }}
      version={version}
      isBusy={isPending}
      error={error}
      onClearError={reset}
      onSave={async ({ objectives: lines, ...fields }, expectedVersion) => {
        const input = { ...fields, objectives: [...lines] }
        return (await run({ id, input, expectedVersion })) !== undefined
      }}
      onClose={onClose}
    />
  )
}
