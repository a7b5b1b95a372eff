import { assertNotArchived } from '../../courses/outline/rules/archived.ts'
import { lockCourse } from '../../courses/outline/writes/course-writes.ts'
import { assertAccess } from '../../identity/access.ts'
import { getCallerId } from '../../identity/caller.ts'
import type { GraphQLContext, RecordPublisher } from '../../operations/context.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { makeNotFoundError } from '../../platform/errors.ts'
import { planRelease } from './plan-release.ts'
import { storeRelease } from './publish.ts'
import { unpublishLockedCourse } from './unpublish.ts'

/**
 * Sets the field `published` of a course:
 * - `true` publishes the draft as a release without a message. The caller needs the scope `courses:publish`.
 * - `false` unpublishes the course and cancels its schedules. The caller needs the scope only if the course is
 * published or scheduled.
 */
export const coursePublisher: RecordPublisher = {
  async setPublished(tx: SqlRunner, context: GraphQLContext, id: string, published: boolean, options): Promise<void> {
    if (published) assertAccess('courses:publish', context)
    const workspaceId = context.workspaceId()
    const course = await lockCourse(tx, workspaceId, id)
    if (!course) throw makeNotFoundError('Course')
    assertNotArchived(course)
    if (!published) {
      // If the course was published or scheduled, the caller needs the scope. If the caller lacks it, the error of
      // `assertAccess` rolls the transaction back, and the course stays published.
      if (await unpublishLockedCourse(tx, workspaceId, course, options)) assertAccess('courses:publish', context)
      return
    }
    const plan = await planRelease(tx, workspaceId, course, {})
    await storeRelease(tx, workspaceId, course, plan, {}, { caller: getCallerId(context.caller), ...options })
  },
}
