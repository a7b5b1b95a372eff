import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import { CreateLessonDocument, CreateModuleDocument } from '../../generated/operations.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { makeCoursePath } from '../paths.ts'
import { makeUnsavedEditOfDetails } from './details-edit.ts'
import { emptyOutlineItemValues, OutlineItemFormDialog, toOutlineItemInput } from './OutlineItemFormDialog.tsx'
import type { SavedDetails } from './use-form-with-unsaved-edit.ts'

const toSavedDetails = (
  level: 'module' | 'lesson',
  { id, version }: { id: string; version: number },
  courseId: string,
): SavedDetails => ({ version, created: makeUnsavedEditOfDetails(level, id, makeCoursePath(courseId)) })

/** Shows a dialog that adds a module at the end of a course. */
export function CreateModuleDialog({ courseId, onClose }: { courseId: string; onClose(): void }) {
  const { run, isPending, error } = useIdempotentMutation(CreateModuleDocument, courseQueriesToInvalidate)
  return (
    <OutlineItemFormDialog
      title="Add module"
      action="Add module"
      unsavedEditName={`module:new:${courseId}`}
      unsavedEditInfo={{
        title: 'New module',
        href: makeCoursePath(courseId),
        requires: { level: 'course', id: courseId },
      }}
      saved={emptyOutlineItemValues}
      isBusy={isPending}
      error={error}
      onSave={async (fields) => {
        const created = (await run({ courseId, input: toOutlineItemInput(fields) }))?.createModule
        return created && toSavedDetails('module', created, courseId)
      }}
      onClose={onClose}
    />
  )
}

type CreateLessonProps = { courseId: string; moduleId: string; onClose(): void }

/** Shows a dialog that adds a lesson at the end of a module. */
export function CreateLessonDialog({ courseId, moduleId, onClose }: CreateLessonProps) {
  const { run, isPending, error } = useIdempotentMutation(CreateLessonDocument, courseQueriesToInvalidate)
  return (
    <OutlineItemFormDialog
      title="Add lesson"
      action="Add lesson"
      unsavedEditName={`lesson:new:${moduleId}`}
      unsavedEditInfo={{
        title: 'New lesson',
        href: makeCoursePath(courseId),
        requires: { level: 'module', id: moduleId },
      }}
      saved={emptyOutlineItemValues}
      isBusy={isPending}
      error={error}
      onSave={async (fields) => {
        const created = (await run({ moduleId, input: toOutlineItemInput(fields) }))?.createLesson
        return created && toSavedDetails('lesson', created, courseId)
      }}
      onClose={onClose}
    />
  )
}
