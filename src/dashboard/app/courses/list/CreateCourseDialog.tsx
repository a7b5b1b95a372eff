import { useLocation } from 'wouter'
import type { UnansweredRequestStorage } from '../../api/unanswered-request.ts'
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import { CreateCourseDocument } from '../../generated/operations.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import {
  CourseFormDialog,
  type CourseFormFields,
  convertCourseFormFieldsToMutationInput,
  emptyCourseFormFields,
} from '../dialogs/CourseFormDialog.tsx'
import { makeUnsavedEditNameAndListEntryOfDetails, unsavedEditNameOfNewCourse } from '../dialogs/details-edit.ts'
import type { SuccessfulFormSave } from '../dialogs/use-form-with-unsaved-edit.ts'
import { courseListPath, makeCoursePath } from '../paths.ts'

/** Shows a dialog that creates a course and then opens the course. */
export function CreateCourseDialog({ onClose }: { onClose(): void }) {
  const [, navigate] = useLocation()
  const { runOnce, isPending, error } = useIdempotentMutation(CreateCourseDocument, courseQueriesToInvalidate)
  async function create(
    fields: CourseFormFields,
    _version: number | undefined,
    storage: UnansweredRequestStorage,
  ): Promise<SuccessfulFormSave | undefined> {
    const saved = await runOnce({ input: convertCourseFormFieldsToMutationInput(fields) }, storage)
    if (!saved) return undefined
    const { id, version } = saved.result.createCourse
    const path = makeCoursePath(id)
    navigate(path)
    return {
      version,
      created: makeUnsavedEditNameAndListEntryOfDetails('course', id, path),
      differsFromForm: saved.isOfEarlierRequest,
    }
  }
  return (
    <CourseFormDialog
      title="Create course"
      action="Create course"
      unsavedEditName={unsavedEditNameOfNewCourse}
      unsavedEditListEntry={{ title: 'New course', href: courseListPath }}
      saved={emptyCourseFormFields}
      isBusy={isPending}
      error={error}
      onSave={create}
      onClose={onClose}
    />
  )
}
