import { makeCheckOptionsForRequest } from '../../checks/report.ts'
import { getWriter } from '../../courses/changes/writer.ts'
import { wholeCourseLimiter } from '../../courses/outline/whole-course-limiter.ts'
import { expectedTreeVersionDescription } from '../../courses/outline/writes/writes.ts'
import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { parseInput } from '../../operations/validation.ts'
import { courseIdDescription } from '../arguments.ts'
import { shortCourseDiffSelectionSetForTools } from '../diff/tool-answer.ts'
import { createReleaseSchema } from '../rules.ts'
import { publishAfterChecks } from './checked-publish.ts'
import { type CreateReleaseResult, createReleaseInputRef, createReleaseResultRef } from './create-release-types.ts'
import { makeDryRunResult } from './dry-run.ts'
import { lockCourseAndPlanRelease } from './planned-release.ts'
import { checksSelectionSetForTools, makePublishCourseToolAnswer } from './tool-answer.ts'

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
        toolset: 'publish',
        title: 'Publish a course',
        // The tool needs no `expectedVersion`, because `confirm` already identifies the reviewed content.
        omit: ['expectedVersion'],
        description:
          'Publishes a course as a numbered release for learners. First call this tool with dryRun, which returns the differences from the live release and the findings of the checks. Then call this tool with the confirm value of the dry run, so that exactly this content is published.',
        idempotent: true,
        selection: `{ release { number hash liveFrom liveUntil } isNew confirm passesGate diff ${shortCourseDiffSelectionSetForTools} checks ${checksSelectionSetForTools} }`,
        makeAnswer: makePublishCourseToolAnswer,
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
    waitForTurn: (_args, context) => context.limiters.get(wholeCourseLimiter).acquire(context.workspaceId()),
    resolve: async (_root, { courseId, input, expectedVersion }, context): Promise<CreateReleaseResult> => {
      const { dryRun, gate, ...content } = parseInput(createReleaseSchema, input)
      const request = { ...content, courseId, expectedVersion }
      const { sql } = context.db
      const workspaceId = context.workspaceId()
      const options = makeCheckOptionsForRequest(context)
      if (dryRun) {
        const planned = await sql.transaction((tx) => lockCourseAndPlanRelease(tx, workspaceId, request))
        return makeDryRunResult(sql, workspaceId, planned, { lessonIds: content.lessonIds, gate }, options)
      }
      const publication = { ...request, gate }
      const { release, isNew, hash } = await publishAfterChecks(sql, getWriter(context), publication, options)
      return { courseId: release.courseId, release, isNew, confirm: hash, diff: null, checks: null, passesGate: null }
    },
  }),
)
