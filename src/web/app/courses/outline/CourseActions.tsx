import { BookOpenText, Copy, EyeOff, Globe, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { tellFailure } from '../../data/failure.ts'
import { refresh } from '../../data/hooks.ts'
import { useRepeatable } from '../../data/repeatable.ts'
import {
  CoursesDocument,
  DuplicateCourseDocument,
  type OutlineQuery,
  StartDocument,
  UpdateCourseDocument,
} from '../../generated/operations.ts'
import { Button } from '../../parts/Button.tsx'
import { ButtonLink } from '../../parts/ButtonLink.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { tell, tellProblem } from '../../parts/toasts.ts'
import { courseAddress, coursesAddress, lessonAddress } from '../addresses.ts'
import { CourseForm } from '../details/CourseForm.tsx'
import { Remove } from '../details/Remove.tsx'
import { ActionMenu } from '../parts/ActionMenu.tsx'
import { courseReads } from '../reads.ts'
import { count } from '../words.ts'

type Course = NonNullable<OutlineQuery['courseTree']>
type CourseActionsProps = { course: Course; firstLessonId: string | undefined }

/** What can be done with a whole course. */
export function CourseActions({ course, firstLessonId }: CourseActionsProps) {
  const { id, name, status, modules } = course
  const [task, setTask] = useState<'edit' | 'delete'>()
  const [, navigate] = useLocation()
  const publish = useRepeatable(UpdateCourseDocument, courseReads)
  const copy = useRepeatable(DuplicateCourseDocument, courseReads)
  const isPublished = status === 'published'

  async function duplicate(): Promise<void> {
    const result = await copy.run({ id })
    if (!result) return void tellProblem('The course was not copied. Try again.')
    tell('The course has been copied, as a draft.')
    navigate(courseAddress(result.duplicateCourse.id))
  }
  async function leave(): Promise<void> {
    navigate(coursesAddress)
    await refresh([CoursesDocument, StartDocument])
  }

  const lessons = modules.reduce((total, module) => total + module.lessons.length, 0)
  return (
    <>
      {firstLessonId && (
        <ButtonLink href={lessonAddress(id, firstLessonId)} icon={<BookOpenText aria-hidden />}>
          Read
        </ButtonLink>
      )}
      <Button
        look={isPublished ? 'plain' : 'primary'}
        icon={isPublished ? <EyeOff aria-hidden /> : <Globe aria-hidden />}
        isBusy={publish.isPending}
        onPress={() => void publish.run({ id, input: { published: !isPublished } })}
      >
        {isPublished ? 'Unpublish' : 'Publish'}
      </Button>
      <ActionMenu
        label="More for this course"
        actions={[
          { label: 'Edit details', icon: Pencil, run: () => setTask('edit') },
          { label: 'Duplicate', icon: Copy, run: () => void duplicate() },
          { label: 'Delete', icon: Trash2, isDanger: true, run: () => setTask('delete') },
        ]}
      />
      {publish.error && <Notice look="bad">{tellFailure(publish.error)}</Notice>}
      {task === 'edit' && <EditCourse course={course} onClose={() => setTask(undefined)} />}
      {task === 'delete' && (
        <Remove kind="course" id={id} name={name} onDone={() => void leave()} onClose={() => setTask(undefined)}>
          <p>
            The course “{name}” goes with its {count(modules.length, 'module')}, {count(lessons, 'lesson')} and all
            their blocks.
          </p>
        </Remove>
      )}
    </>
  )
}

function EditCourse({ course, onClose }: { course: Course; onClose(): void }) {
  const { id, name, description, language, difficulty, version } = course
  const { run, isPending, error } = useRepeatable(UpdateCourseDocument, courseReads)
  return (
    <CourseForm
      title="Edit course"
      action="Save"
      draftName={`course:${id}`}
      saved={{ name, description, language, difficulty }}
      version={version}
      isBusy={isPending}
      error={error}
      onSave={async (input, expectedVersion) => (await run({ id, input, expectedVersion })) !== undefined}
      onClose={onClose}
    />
  )
}
