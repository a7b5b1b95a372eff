import { useLocation } from 'wouter'
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import { CreateCourseDocument } from '../../generated/operations.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { CourseFormDialog, type CourseFormFields, emptyCourseFormFields } from '../dialogs/CourseFormDialog.tsx'
import { makeUnsavedEditNameAndListEntry } from '../dialogs/details-edit.ts'
import type { FormSaveResult } from '../dialogs/use-form-with-unsaved-edit.ts'
import { courseListPath, makeCoursePath } from '../paths.ts'

/** Shows a dialog that creates a course and then opens the course. */
export function CreateCourseDialog({ onClose }: { onClose(): void }) {
  const [, navigate] = useLocation()
  const { run, isPending, error } = useIdempotentMutation(CreateCourseDocument, courseQueriesToInvalidate)
  async function create({ objectives, ...fields }: CourseFormFields): Promise<FormSaveResult | undefined> {
    const result = await run({ input: { ...fields, objectives: [...objectives] } })
    if (!result) return undefined
    const { id, version } = result.createCourse
    const path = makeCoursePath(id)
    navigate(path)
    return { version, created: makeUnsavedEditNameAndListEntry('course', id, path) }
  }
  return (
    <CourseFormDialog
      title="Create course"
      action="Create course"
      unsavedEditName="course:new"
      unsavedEditListEntry={{ title: 'New course', href: courseListPath }}
      saved={emptyCourseFormFields}
      isBusy={isPending}
      error={error}
      onSave={create}
      onClose={onClose}
    />
  )
}
