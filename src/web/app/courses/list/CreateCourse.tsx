import { useLocation } from 'wouter'
import { useRepeatable } from '../../data/repeatable.ts'
import { CreateCourseDocument } from '../../generated/operations.ts'
import { courseAddress } from '../addresses.ts'
import { CourseForm, type CourseWords, emptyCourse } from '../details/CourseForm.tsx'
import { courseReads } from '../reads.ts'

/** Asks for a new course's name, and goes to it. */
export function CreateCourse({ onClose }: { onClose(): void }) {
  const [, navigate] = useLocation()
  const { run, isPending, error } = useRepeatable(CreateCourseDocument, courseReads)
  async function create(input: CourseWords): Promise<boolean> {
    const result = await run({ input })
    if (result) navigate(courseAddress(result.createCourse.id))
    return result !== undefined
  }
  return (
    <CourseForm
      title="Create course"
      action="Create course"
      draftName="course:new"
      saved={emptyCourse}
      isBusy={isPending}
      error={error}
      onSave={create}
      onClose={onClose}
    />
  )
}
