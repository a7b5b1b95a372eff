import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import {
  type TypedDocumentString,
  UpdateLessonDocument,
  type UpdateLessonInput,
  UpdateModuleDocument,
  type UpdateModuleInput,
} from '../../generated/operations.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { makeUnsavedEditNameAndListEntryOfDetails } from './details-edit.ts'
import {
  convertFormFieldsToMutationInput,
  OutlineItemFormDialog,
  type OutlineItemFormFields,
} from './OutlineItemFormDialog.tsx'
import type { SuccessfulFormSave } from './use-form-with-unsaved-edit.ts'

type UpdateVariables = {
  id: string
  input: UpdateModuleInput & UpdateLessonInput
  expectedVersion?: number | null
  idempotencyKey?: string | null
}

/** The GraphQL mutations that change the details of a module and of a lesson. */
export const updateMutationsByLevel: Record<
  'module' | 'lesson',
  TypedDocumentString<{ updated: SuccessfulFormSave }, UpdateVariables>
> = {
  module: UpdateModuleDocument,
  lesson: UpdateLessonDocument,
}

type EditOutlineItemProps = {
  level: 'module' | 'lesson'
  item: OutlineItemFormFields & { id: string; version: number }
  /** The URL path of the page that shows this dialog. */
  href: string
  onClose(): void
}

/** Shows a dialog that edits the details of a module or lesson. */
export function EditOutlineItemDialog({ level, item, href, onClose }: EditOutlineItemProps) {
  const { id, key, name, description, durationMinutes, objectives, prerequisites, optional, version } = item
  const { run, isPending, error, reset } = useIdempotentMutation(
    updateMutationsByLevel[level],
    courseQueriesToInvalidate,
  )
  return (
    <OutlineItemFormDialog
      title={`Edit ${level}`}
      action="Save"
      {...makeUnsavedEditNameAndListEntryOfDetails(level, id, href)}
      saved={{ key, name, description, durationMinutes, objectives, prerequisites, optional }}
      version={version}
      isBusy={isPending}
      error={error}
      onClearError={reset}
      onSave={async (fields, expectedVersion) =>
        (await run({ id, input: convertFormFieldsToMutationInput(fields), expectedVersion }))?.updated
      }
      onClose={onClose}
    />
  )
}
