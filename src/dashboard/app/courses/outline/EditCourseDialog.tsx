import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import { type OutlineQuery, UpdateCourseDocument } from '../../generated/operations.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { CourseFormDialog, convertCourseFormFieldsToMutationInput } from '../dialogs/CourseFormDialog.tsx'
import { makeUnsavedEditNameAndListEntryOfDetails } from '../dialogs/details-edit.ts'
import { makeCoursePath } from '../paths.ts'

type EditCourseProps = { course: NonNullable<OutlineQuery['courseTree']>; onClose(): void }

/** Shows a dialog that edits the details of a course. */
export function EditCourseDialog({ course, onClose }: EditCourseProps) {
  const {
    id,
    name,
    description,
    language,
    difficulty,
    durationMinutes,
    objectives,
    tags,
    authors,
    license,
    coverAssetId,
    version,
  } = course
  const { run, isPending, error, reset } = useIdempotentMutation(UpdateCourseDocument, courseQueriesToInvalidate)
  return (
    <CourseFormDialog
      title="Edit course"
      action="Save"
      {...makeUnsavedEditNameAndListEntryOfDetails('course', id, makeCoursePath(id))}
      saved={{
        name,
        description,
        language,
        difficulty,
        durationMinutes,
        objectives,
        tags,
        authors,
        license,
        coverAssetId,
      }}
      version={version}
      isBusy={isPending}
      error={error}
      onClearError={reset}
      onSave={async (fields, expectedVersion) =>
        (await run({ id, input: convertCourseFormFieldsToMutationInput(fields), expectedVersion }))?.updateCourse
      }
      onClose={onClose}
    />
  )
}
