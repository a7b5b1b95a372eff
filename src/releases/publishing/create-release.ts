import { type PublishGateSetting, publishGateRef } from '../../checks/publish-gate.ts'
import { makeCheckOptionsForRequest, type RunChecksOptions } from '../../checks/report.ts'
import { type CourseChecksResponse, courseChecksRef } from '../../checks/type.ts'
import type { CourseRow } from '../../courses/outline/rows.ts'
import { makeVersionMismatchError } from '../../courses/outline/rules/version-mismatch.ts'
import { lockCourse } from '../../courses/outline/writes/course-writes.ts'
import { expectedTreeVersionDescription } from '../../courses/outline/writes/writes.ts'
import { getCallerId } from '../../identity/caller.ts'
import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { makeInputTypeOptionsFromZod, parseInput } from '../../operations/validation.ts'
import type { SqlRunner } from '../../platform/db/statement.ts'
import { ApiError, makeNotFoundError } from '../../platform/errors.ts'
import { courseIdDescription } from '../arguments.ts'
import { contentHashFieldOptions } from '../content/content-hash-field-options.ts'
import { makeStoredReleaseSnapshot, makeUnstoredReleaseSnapshot } from '../content/read.ts'
import type { ReleaseRow } from '../content/row.ts'
import { compareSnapshots } from '../diff/compare.ts'
import { type CourseDiffResponse, makeCourseDiffResponse } from '../diff/course-diff-response.ts'
import { courseDiffSelectionSetForTools } from '../diff/tool-answer.ts'
import { courseDiffRef } from '../diff/type.ts'
import { releaseWriteLimiter } from '../limiters.ts'
import { createReleaseSchema } from '../rules.ts'
import { assertValidScheduleEnd } from '../schedule/update-release.ts'
import { releaseRef } from '../type.ts'
import { assertPublishGatePassed, previewPublishGate } from './gate.ts'
import { assertReleaseSchedulable, planRelease, storeRelease, type UnstoredRelease } from './publish.ts'
import { answerConverterOfPublishCourseTool, checksSelectionSetForTools } from './tool-answer.ts'

const createReleaseInputRef = builder.inputType('CreateReleaseInput', {
  description: 'The content to publish, and from when until when learners see it.',
  ...makeInputTypeOptionsFromZod(createReleaseSchema, { message: 'New chapter on leaves' }),
  fields: (t) => ({
    message: t.string({ description: 'What is new, at most 2,000 characters.' }),
    lessonIds: t.idList({
      description:
        'Publishes only these lessons of the draft. Everything else in the new release is copied from the live release. By default, the whole draft is published.',
    }),
    liveFrom: t.field({
      type: 'DateTime',
      description: 'The time from which learners see the release. By default, they see it at once.',
    }),
    liveUntil: t.field({
      type: 'DateTime',
      description:
        'The time until which learners see the release. After this time, the release that was live before is live again. By default, the release has no end.',
    }),
    gate: t.field({
      type: publishGateRef,
      description: 'Which findings prevent this publish. By default, the `publishGate` of the workspace decides.',
    }),
    dryRun: t.boolean({
      description: 'Whether to return the differences from the live release without publishing. Default false.',
    }),
    confirm: t.string({
      description:
        'The confirm value of a dry run. If the content has changed since the dry run, the request fails with precondition_failed.',
    }),
  }),
})

type CreateReleaseResult = {
  release: ReleaseRow | null
  isNew: boolean
  confirm: string
  diff: CourseDiffResponse | null
  checks: CourseChecksResponse | null
  passesGate: boolean | null
}

const createReleaseResultRef = builder.objectRef<CreateReleaseResult>('CreateReleaseResult').implement({
  description: 'A published release, or the result of a dry run.',
  fields: (t) => ({
    release: t.expose('release', {
      type: releaseRef,
      nullable: true,
      description:
        'The new release, or the live release if it has the same content and no schedule applies. Null for a dry run.',
    }),
    isNew: t.exposeBoolean('isNew', {
      description: 'Whether the request created the release. False for a dry run.',
    }),
    confirm: t.exposeString('confirm', {
      ...contentHashFieldOptions,
      description:
        'The hash of the content. Send the confirm value of a dry run to publish exactly the content that the dry run has checked.',
    }),
    diff: t.expose('diff', {
      type: courseDiffRef,
      nullable: true,
      description: 'For a dry run, the differences from the live release. Otherwise null.',
    }),
    checks: t.expose('checks', {
      type: courseChecksRef,
      nullable: true,
      description: 'For a dry run, up to 100 findings of the checks in the content to publish. Otherwise null.',
    }),
    passesGate: t.exposeBoolean('passesGate', {
      nullable: true,
      description:
        'For a dry run, whether the publish gate allows a publish with these findings. If false, a publish fails with conflict. Always true if the content is already live. Null if the request is not a dry run.',
    }),
  }),
})

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
  gate: PublishGateSetting | null | undefined
  options: RunChecksOptions
}

/** Returns the result of a dry run: what differs from the live release, and what the checks find. */
async function describePlan(
  tx: SqlRunner,
  workspaceId: string,
  { course, plan, lessonIds, gate, options }: Review,
): Promise<CreateReleaseResult> {
  const planned = makeUnstoredReleaseSnapshot(tx, workspaceId, plan)
  const before = plan.live
    ? makeStoredReleaseSnapshot(tx, workspaceId, plan.live)
    : { ...planned, outline: { ...plan.outline, modules: [] } }
  const names = { from: plan.live ? String(plan.live.number) : 'none', to: 'draft' }
  const diff = await makeCourseDiffResponse(await compareSnapshots(before, planned), names)
  const found = await previewPublishGate(tx, workspaceId, course, { plan, lessonIds, gate }, options)
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
      const { dryRun, confirm, gate, ...request } = parseInput(createReleaseSchema, input)
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
        if (dryRun) return describePlan(tx, workspaceId, { course, plan, lessonIds, gate, options: checkOptions })
        if (plan.live?.hash !== plan.hash)
          await assertPublishGatePassed(tx, workspaceId, { plan, lessonIds, gate }, checkOptions)
        const options = { caller: getCallerId(context.caller), increasesVersion: true }
        const published = await storeRelease(tx, workspaceId, course, plan, request, options)
        return { ...published, confirm: plan.hash, diff: null, checks: null, passesGate: null }
      })
    },
  }),
)
