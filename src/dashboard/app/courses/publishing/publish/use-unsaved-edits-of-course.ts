import { type UnsavedEditWithTab, useUnsavedEditsWithTabs } from '../../../unsaved-edits/use-resumable-unsaved-edits.ts'
import { makeCoursePath } from '../../paths.ts'
import { makeUnsavedEditNameOfReleaseMessage } from './message-edit.ts'

/** Returns the unsaved edits of a course and of what is in it. The message of the next release is none of them. */
export function useUnsavedEditsOfCourse(courseId: string): readonly UnsavedEditWithTab[] {
  const path = makeCoursePath(courseId)
  return useUnsavedEditsWithTabs().filter(({ edit: { name, info } }) => {
    const { pathname } = new URL(info.href, window.location.origin)
    const isOfCourse = pathname === path || pathname.startsWith(`${path}/`)
    return isOfCourse && name !== makeUnsavedEditNameOfReleaseMessage(courseId)
  })
}
