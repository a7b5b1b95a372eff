import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import { CreateLessonDocument, CreateModuleDocument } from '../../generated/operations.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { makeCoursePath } from '../paths.ts'
import { makeUnsavedEditNameAndListEntryOfDetails, makeUnsavedEditNameOfNewItem } from './details-edit.ts'
import {
  convertFormFieldsToMutationInput,
  emptyOutlineItemFormFields,
  OutlineItemFormDialog,
} from './OutlineItemFormDialog.tsx'
import type { SuccessfulFormSave } from './use-form-with-unsaved-edit.ts'

const toSavedDetails = (
  level: 'module' | 'lesson',
  { id, version }: { id: string; version: number },
  courseId: string,
  differsFromForm: boolean,
): SuccessfulFormSave => ({
  version,
  created: makeUnsavedEditNameAndListEntryOfDetails(level, id, makeCoursePath(courseId)),
  differsFromForm,
})

type CreateItemProps = {
  courseId: string
  /** Called with the id of the new item, before `onClose`. */
  onCreated(id: string): void
  onClose(): void
}

/** Shows a dialog that adds a module at the end of a course. */
export function CreateModuleDialog({ courseId, onCreated, onClose }: CreateItemProps) {
  const { runOnce, isPending, error } = useIdempotentMutation(CreateModuleDocument, courseQueriesToInvalidate)
  return (
    <OutlineItemFormDialog
      title="Add module"
      action="Add module"
      unsavedEditName={makeUnsavedEditNameOfNewItem('module', courseId)}
      unsavedEditListEntry={{
        title: 'New module',
        href: makeCoursePath(courseId),
        requires: { level: 'course', id: courseId },
      }}
      saved={emptyOutlineItemFormFields}
      isBusy={isPending}
      error={error}
      onSave={async (fields, _version, storage) => {
        const saved = await runOnce({ courseId, input: convertFormFieldsToMutationInput(fields) }, storage)
        if (!saved) return undefined
        onCreated(saved.result.createModule.id)
        return toSavedDetails('module', saved.result.createModule, courseId, saved.isOfEarlierRequest)
      }}
      onClose={onClose}
    />
  )
}

/** Shows a dialog that adds a lesson at the end of a module. */
export function CreateLessonDialog({ courseId, moduleId, onCreated, onClose }: CreateItemProps & { moduleId: string }) {
  const { runOnce, isPending, error } = useIdempotentMutation(CreateLessonDocument, courseQueriesToInvalidate)
  return (
    <OutlineItemFormDialog
      title="Add lesson"
      action="Add lesson"
      unsavedEditName={makeUnsavedEditNameOfNewItem('lesson', moduleId)}
      unsavedEditListEntry={{
        title: 'New lesson',
        href: makeCoursePath(courseId),
        requires: { level: 'module', id: moduleId },
      }}
      saved={emptyOutlineItemFormFields}
      isBusy={isPending}
      error={error}
      onSave={async (fields, _version, storage) => {
        const saved = await runOnce({ moduleId, input: convertFormFieldsToMutationInput(fields) }, storage)
        if (!saved) return undefined
        onCreated(saved.result.createLesson.id)
        return toSavedDetails('lesson', saved.result.createLesson, courseId, saved.isOfEarlierRequest)
      }}
      onClose={onClose}
    />
  )
}
