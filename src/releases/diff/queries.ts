import { wholeCourseLimiter } from '../../courses/outline/whole-course-limiter.ts'
import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { makeFieldLimitOptionsFromZod } from '../../operations/validation.ts'
import { readDraftOrReleaseSnapshot } from '../content/read.ts'
import { resolveSnapshotSelector, snapshotReferenceSchema } from '../content/snapshot-selectors.ts'
import { compareSnapshots } from './compare.ts'
import { makeCourseDiffResponse } from './course-diff-response.ts'
import { courseDiffSelectionSetForTools } from './tool-answer.ts'
import { courseDiffRef } from './type.ts'

builder.queryField('courseDiff', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: { method: 'GET', path: '/courses/{courseId}/diff', tag: 'Releases' },
      tool: {
        name: 'compare_releases',
        toolset: 'history',
        title: 'Compare releases of a course',
        description:
          'Returns the modules, lessons and blocks that differ between two releases of a course, or between a release and the draft.',
        readOnly: true,
        selection: courseDiffSelectionSetForTools,
      },
    }),
    type: courseDiffRef,
    nullable: true,
    description:
      'The differences between two releases of a course, or between a release and the draft. By default, the live release is compared with the draft: what the next publish would change for learners.',
    args: {
      courseId: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      from: t.arg.string({
        ...makeFieldLimitOptionsFromZod(snapshotReferenceSchema),
        description:
          'The version of the course before the changes: live, draft or the number of a release. Default live.',
      }),
      to: t.arg.string({
        ...makeFieldLimitOptionsFromZod(snapshotReferenceSchema),
        description:
          'The version of the course after the changes: live, draft or the number of a release. Default draft.',
      }),
    },
    complexity: { field: 1000, multiplier: 1 },
    waitForTurn: (_args, context) => context.limiters.get(wholeCourseLimiter).acquire(context.workspaceId()),
    resolve: async (_root, { courseId, ...names }, context) => {
      const workspaceId = context.workspaceId()
      const from = await resolveSnapshotSelector(context, courseId, {
        argument: 'from',
        sent: names.from,
        fallback: 'live',
      })
      const to = await resolveSnapshotSelector(context, courseId, { argument: 'to', sent: names.to, fallback: 'draft' })
      const read = (name: string) => readDraftOrReleaseSnapshot(context.db.sql, workspaceId, courseId, name)
      const [before, after] = [await read(from), await read(to)]
      return makeCourseDiffResponse(await compareSnapshots(before, after), { from, to })
    },
  }),
)
