import { makeCheckOptionsForRequest, type RunChecksOptions } from '../../checks/report.ts'
import type { CourseRow } from '../../courses/outline/rows.ts'
import { makeVersionMismatchError } from '../../courses/outline/rules/version-mismatch.ts'
import { lockCourse } from '../../courses/outline/writes/course-writes.ts'
import { expectedTreeVersionDescription } from '../../courses/outline/writes/writes.ts'
import { getCallerId } from '../../identity/caller.ts'
import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { parseInput } from '../../operations/validation.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { ApiError, makeNotFoundError } from '../../platform/errors.ts'
import { courseIdDescription } from '../arguments.ts'
import { makeStoredReleaseSnapshot, makeUnstoredReleaseSnapshot } from '../content/read.ts'
import { compareSnapshots } from '../diff/compare.ts'
import { makeCourseDiffResponse } from '../diff/course-diff-response.ts'
import { courseDiffSelectionSetForTools } from '../diff/tool-answer.ts'
import { releaseWriteLimiter } from '../limiters.ts'
import { createReleaseSchema } from '../rules.ts'
import { assertValidScheduleEnd } from '../schedule/update-release.ts'
import { type CreateReleaseResult, createReleaseInputRef, createReleaseResultRef } from './create-release-types.ts'
import { assertPublishGatePassed, previewPublishGate } from './gate.ts'
import { planRelease, type UnstoredRelease } from './plan-release.ts'
import { assertReleaseSchedulable, storeRelease } from './publish.ts'
import { answerConverterOfPublishCourseTool, checksSelectionSetForTools } from './tool-answer.ts'

const assertContentConfirmed = (confirm: string | null | undefined, { hash }: UnstoredRelease): void => {
  if (confirm == null || confirm === hash) return
  throw new ApiError('precondition_failed', 'The course has changed since the dry run. Review it again.', {
    details: { reason: 'not_as_reviewed', confirm: hash },
  })
}

type Review = {
  course: CourseRow
  plan: UnstoredRelease
  lessonIds: readonly string[] | null | undefined
  options: RunChecksOptions
}

/** Returns the result of a dry run: what differs from the live release, and what the checks find. */
async function describePlan(
  tx: SqlRunner,
  workspaceId: string,
  { course, plan, lessonIds, options }: Review,
): Promise<CreateReleaseResult> {
  const planned = makeUnstoredReleaseSnapshot(tx, workspaceId, plan)
  const before = plan.live
    ? makeStoredReleaseSnapshot(tx, workspaceId, plan.live)
    : { ...planned, outline: { ...plan.outline, modules: [] } }
  const names = { from: plan.live ? String(plan.live.number) : 'none', to: 'draft' }
  const diff = await makeCourseDiffResponse(await compareSnapshots(before, planned), names)
  const found = await previewPublishGate(tx, workspaceId, course, { plan, lessonIds }, options)
  // Content that is already live can be published again, whatever the checks find.
  const passesGate = plan.live?.hash === plan.hash || found.passesGate
  return { release: null, isNew: false, confirm: plan.hash, diff, checks: found.checks, passesGate }
}

builder.mutationField('createRelease', (t) =>
  t.field({
    ...operation({
      access: 'courses:publish',
      rest: {
        method: 'POST',
        path: '/courses/{courseId}/releases',
        status: 201,
        tag: 'Releases',
        location: '/courses/{release.courseId}/releases/{release.number}',
        newField: 'isNew',
        etag: 'release.hash',
      },
      tool: {
        name: 'publish_course',
        title: 'Publish a course',
        // The tool needs no `expectedVersion`, because `confirm` already identifies the reviewed content.
        omit: ['expectedVersion'],
        description:
          'Publishes a course as a numbered release for learners. First call this tool with dryRun, which returns the differences from the live release and the findings of the checks. Then call this tool with the confirm value of the dry run, so that exactly this content is published.',
        idempotent: true,
        selection: `{ release { number hash liveFrom liveUntil } isNew confirm passesGate diff ${courseDiffSelectionSetForTools} checks ${checksSelectionSetForTools} }`,
        answer: answerConverterOfPublishCourseTool,
      },
      idempotent: true,
    }),
    type: createReleaseResultRef,
    description:
      'Publishes a course: stores a copy of the draft as a numbered release, which learners see. If the live release already has the same content, and the request has no schedule, the request returns the live release.',
    args: {
      courseId: t.arg.id({ required: true, description: courseIdDescription }),
      input: t.arg({ type: createReleaseInputRef, required: true, description: 'What to publish, and when.' }),
      expectedVersion: t.arg.int({ description: expectedTreeVersionDescription }),
    },
    waitForTurn: (_args, context) => context.limiters.get(releaseWriteLimiter).acquire(context.workspaceId()),
    resolve: async (_root, { courseId, input, expectedVersion }, context): Promise<CreateReleaseResult> => {
      const { dryRun, confirm, ...request } = parseInput(createReleaseSchema, input)
      const workspaceId = context.workspaceId()
      return context.db.sql.transaction(async (tx) => {
        const course = await lockCourse(tx, workspaceId, courseId)
        if (!course) throw makeNotFoundError('Course')
        if (expectedVersion != null && expectedVersion !== course.treeVersion)
          throw makeVersionMismatchError('Course tree', course.treeVersion)
        await assertValidScheduleEnd(tx, request)
        const plan = await planRelease(tx, workspaceId, course, request)
        assertContentConfirmed(confirm, plan)
        await assertReleaseSchedulable(tx, workspaceId, course, plan, request)
        const { lessonIds } = request
        const checkOptions = makeCheckOptionsForRequest(context)
        if (dryRun) return describePlan(tx, workspaceId, { course, plan, lessonIds, options: checkOptions })
        if (plan.live?.hash !== plan.hash)
          await assertPublishGatePassed(tx, workspaceId, { plan, lessonIds }, checkOptions)
        const options = { caller: getCallerId(context.caller), increasesVersion: true }
        const published = await storeRelease(tx, workspaceId, course, plan, request, options)
        return { ...published, confirm: plan.hash, diff: null, checks: null, passesGate: null }
      })
    },
  }),
)
