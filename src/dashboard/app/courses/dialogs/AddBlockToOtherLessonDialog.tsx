import { useState } from 'react'
import { useLocation } from 'wouter'
import { useApiQuery } from '../../api/hooks.ts'
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import { CoursesDocument, CreateBlockDocument, OutlineDocument } from '../../generated/operations.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { BlockTypeAndContent } from '../block-content/content.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { makeLessonEditorPath } from '../paths.ts'
import { FormDialog } from './FormDialog.tsx'

type AddToLessonDialogProps = {
  block: BlockTypeAndContent
  /** The id of the course to select first. Ignored if the list of courses does not contain it. */
  courseId?: string
  excludedLessonId?: string
  onAdded(): void
  onClose(): void
}

/** Asks the author for a course and a lesson, adds the given block to that lesson, and opens the lesson editor. */
export function AddBlockToOtherLessonDialog({
  block,
  courseId,
  excludedLessonId,
  onAdded,
  onClose,
}: AddToLessonDialogProps) {
  const [, navigate] = useLocation()
  const [search, setSearch] = useState('')
  const [selectedCourseId, setSelectedCourseId] = useState(courseId)
  const [selectedLessonId, setSelectedLessonId] = useState<string>()
  const found = useApiQuery(CoursesDocument, { search: search.trim() || undefined }, { shouldKeepPrevious: true })
  const courses = found.data?.coursePage.items ?? []
  const course = courses.find(({ id }) => id === selectedCourseId) ?? courses[0]
  const outline = useApiQuery(OutlineDocument, { id: course?.id ?? '' }, { isEnabled: course !== undefined })
  const lessons = (outline.data?.courseTree?.modules ?? [])
    .flatMap((module) => module.lessons.map(({ id, name }) => ({ value: id, label: `${module.name} › ${name}` })))
    .filter(({ value }) => value !== excludedLessonId)
  const lesson = lessons.find(({ value }) => value === selectedLessonId) ?? lessons[0]
  const { run, isPending, error } = useIdempotentMutation(CreateBlockDocument, courseQueriesToInvalidate)

  async function add(): Promise<void> {
    if (!course || !lesson) return
    const result = await run({ lessonId: lesson.value, input: block })
    if (!result) return
    onAdded()
    onClose()
    navigate(`${makeLessonEditorPath(course.id, lesson.value)}#${result.createBlock.id}`)
  }
  return (
    <FormDialog
      title="Add to a lesson"
      action="Add block"
      isBusy={isPending}
      error={error}
      onSave={() => void add()}
      onClose={onClose}
    >
      <TextField label="Find a course" value={search} onChange={setSearch} />
      {course ? (
        <Select
          label="Course"
          value={course.id}
          options={courses.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setSelectedCourseId}
        />
      ) : (
        found.data && <p>No course matches.</p>
      )}
      {lesson ? (
        <Select label="Lesson" value={lesson.value} options={lessons} onChange={setSelectedLessonId} />
      ) : (
        outline.data && <p>This course has no other lesson.</p>
      )}
    </FormDialog>
  )
}
