import { useLocation } from 'wouter'
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import { CreateCourseDocument } from '../../generated/operations.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { type CourseFields, CourseFormDialog, emptyCourseFields } from '../dialogs/CourseFormDialog.tsx'
import { makeUnsavedEditOfDetails } from '../dialogs/details-edit.ts'
import type { SavedDetails } from '../dialogs/use-form-with-unsaved-edit.ts'
import { courseListPath, makeCoursePath } from '../paths.ts'

/** Shows a dialog that creates a course and then opens the course. */
export function CreateCourseDialog({ onClose }: { onClose(): void }) {
  const [, navigate] = useLocation()
  const { run, isPending, error } = useIdempotentMutation(CreateCourseDocument, courseQueriesToInvalidate)
  async function create({ objectives, ...fields }: CourseFields): Promise<SavedDetails | undefined> {
    const result = await run({ input: { ...fields, objectives: [...objectives] } })
    if (!result) return undefined
    const { id, version } = result.createCourse
    const path = makeCoursePath(id)
    navigate(path)
    return { version, created: makeUnsavedEditOfDetails('course', id, path) }
  }
  return (
    <CourseFormDialog
      title="Create course"
      action="Create course"
      unsavedEditName="course:new"
      unsavedEditInfo={{ title: 'New course', href: courseListPath }}
      saved={emptyCourseFields}
      isBusy={isPending}
      error={error}
      onSave={create}
      onClose={onClose}
    />
  )
}
