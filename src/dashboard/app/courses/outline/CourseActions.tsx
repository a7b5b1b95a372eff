import { Archive, BookOpenText, Copy, Hash, History, Pencil, Trash2 } from 'lucide-react'
import { useLocation } from 'wouter'
import { invalidateQueries, invalidateQueriesInOtherTabs } from '../../api/query-client.ts'
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import { usePageCommands } from '../../commands/page-commands.ts'
import {
  CoursesDocument,
  DuplicateCourseDocument,
  HomeDocument,
  type OutlineQuery,
} from '../../generated/operations.ts'
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { showErrorToast, showToast } from '../../ui/toast-queue.ts'
import { useDialogOfUnsavedEdit } from '../../unsaved-edits/continued-edit.ts'
import { copyId } from '../copy-id.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { makeUnsavedEditNameOfDetails } from '../dialogs/details-edit.ts'
import { useDeleteItem } from '../dialogs/use-delete.ts'
import { formatCountWithNoun } from '../labels.ts'
import { courseListPath, makeCoursePath, makeLessonPath, makePublishingPath } from '../paths.ts'
import { LazyPublishButton } from '../publishing/publish/LazyPublishButton.tsx'
import { LazyShareButton } from '../publishing/share/LazyShareButton.tsx'
import { ArchiveCourseDialog } from './ArchiveCourseDialog.tsx'
import { LazyEditCourseDialog } from './LazyEditCourseDialog.tsx'

type CourseActionsProps = {
  course: NonNullable<OutlineQuery['courseTree']>
  hasUnpublishedChanges: boolean
  firstLessonId: string | undefined
}

/** Shows the buttons and the menu with the actions for a course. */
export function CourseActions({ course, hasUnpublishedChanges, firstLessonId }: CourseActionsProps) {
  const { id, name, status, modules } = course
  const isArchived = status === 'archived'
  const { dialog, setDialog, finish } = useDialogOfUnsavedEdit<'edit' | 'archive'>((editName) =>
    editName === makeUnsavedEditNameOfDetails('course', id) ? 'edit' : undefined,
  )
  const [, navigate] = useLocation()
  // The page is left first, because invalidated queries would fetch the deleted course.
  const remove = useDeleteItem('course', [])
  const duplicate = useIdempotentMutation(DuplicateCourseDocument, courseQueriesToInvalidate)
  const lessonCount = modules.reduce((total, module) => total + module.lessons.length, 0)

  usePageCommands([{ label: 'Copy the id of the course', icon: Hash, run: () => void copyId('course', id) }])

  async function duplicateAndOpen(): Promise<void> {
    const result = await duplicate.run({ id })
    if (!result) return void showErrorToast(`The course was not duplicated. ${duplicate.getLastErrorMessage()}`)
    showToast('The course was duplicated. The copy is a draft.')
    navigate(makeCoursePath(result.duplicateCourse.id))
  }
  async function deleteAndLeave(): Promise<void> {
    const contents = `with its ${formatCountWithNoun(modules.length, 'module')} and ${formatCountWithNoun(lessonCount, 'lesson')}`
    if (!(await remove(id, name, modules.length > 0 ? contents : ''))) return
    navigate(courseListPath)
    invalidateQueriesInOtherTabs(courseQueriesToInvalidate)
    await invalidateQueries([CoursesDocument, HomeDocument, 'Trash'])
  }
  const duplicateAction = { label: 'Duplicate', icon: Copy, onSelect: () => void duplicateAndOpen() }
  const editActions: MenuAction[] = [
    { label: 'Edit details', icon: Pencil, onSelect: () => setDialog('edit') },
    duplicateAction,
    { label: 'Archive', icon: Archive, onSelect: () => setDialog('archive') },
    { label: 'Delete', icon: Trash2, isDanger: true, onSelect: () => void deleteAndLeave() },
  ]
  return (
    <>
      {firstLessonId && (
        <ButtonLink href={makeLessonPath(id, firstLessonId)} icon={<BookOpenText aria-hidden />}>
          Read
        </ButtonLink>
      )}
      <ButtonLink href={makePublishingPath(id)} icon={<History aria-hidden />}>
        Releases
      </ButtonLink>
      {!isArchived && (
        <>
          <LazyShareButton courseId={id} />
          <LazyPublishButton courseId={id} hasUnpublishedChanges={hasUnpublishedChanges} />
        </>
      )}
      <ActionMenu label="More actions for this course" actions={isArchived ? [duplicateAction] : editActions} />
      {dialog === 'edit' && (
        <LazyEditCourseDialog
          course={course}
          onClose={() => {
            setDialog(undefined)
            finish()
          }}
        />
      )}
      {dialog === 'archive' && (
        <ArchiveCourseDialog
          courseId={id}
          name={name}
          isPublished={status === 'published'}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}
