import { getWriter } from '../../courses/changes/writer.ts'
import { lockCourse } from '../../courses/course/writes/course-writes.ts'
import { declarePublishedField } from '../../courses/course/writes/published-field.ts'
import { assertNotArchived } from '../../courses/outline/rules/archived.ts'
import { assertAccess } from '../../identity/access.ts'
import { makeNotFoundError } from '../../platform/errors.ts'
import { planRelease } from './plan-release.ts'
import { storeRelease } from './publish.ts'
import { unpublishLockedCourse } from './unpublish.ts'

// `true` publishes the draft. `false` unpublishes the course and cancels its schedules.
declarePublishedField(async (tx, context, id, published, options) => {
  if (published) assertAccess('courses:publish', context)
  const writer = getWriter(context)
  const { workspaceId } = writer
  const course = await lockCourse(tx, workspaceId, id)
  if (!course) throw makeNotFoundError('Course')
  assertNotArchived(course)
  if (!published) {
    // To unpublish a live or scheduled course, the caller needs the scope `courses:publish`.
    // Without the scope, `assertAccess` throws an error, which rolls the transaction back.
    if (await unpublishLockedCourse(tx, writer, course, options)) assertAccess('courses:publish', context)
    return
  }
  const plan = await planRelease(tx, workspaceId, course, {})
  await storeRelease(tx, writer, course, plan, {}, options)
})
