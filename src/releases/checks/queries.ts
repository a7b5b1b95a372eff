import { z } from 'zod'
import { checkLevelRef } from '../../checks/finding-type.ts'
import { makeCheckOptionsForRequest, maxListedFindings, selectFindingsForResponse } from '../../checks/report.ts'
import { makeCheckCourseToolAnswer } from '../../checks/tool-answer.ts'
import { courseChecksRef } from '../../checks/type.ts'
import { wholeCourseLimiter } from '../../courses/outline/whole-course-limiter.ts'
import { builder } from '../../operations/builder.ts'
import { operation, type RateLimitPerMinute } from '../../operations/operation.ts'
import { countCall } from '../../operations/operation-rate-limiter.ts'
import { makeFieldLimitOptionsFromZod, parseArgument } from '../../operations/validation.ts'
import { resolveSnapshotSelector, snapshotReferenceSchema } from '../content/snapshot-selectors.ts'
import { checkDraftOrRelease } from './snapshot.ts'

const limitSchema = z
  .int('must be a whole number')
  .min(1, 'must be between 1 and 500')
  .max(maxListedFindings, 'must be between 1 and 500')
  .default(100)

const callsPerMinute: RateLimitPerMinute = { sharedAs: 'courseChecks', max: () => 60 }

builder.queryField('courseChecks', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      perMinute: callsPerMinute,
      rest: {
        method: 'GET',
        path: '/courses/{courseId}/checks',
        tag: 'Checks',
        names: { id: 'courseId', includeDismissed: 'include_dismissed' },
      },
      tool: {
        name: 'check_course',
        toolset: 'publish',
        title: 'Check a course before publishing',
        description:
          'Finds the problems of a course: first errors, then warnings. Each finding says where the problem is and what to do. apply_fixes can correct findings that have a fix.',
        readOnly: true,
        omit: ['limit', 'includeDismissed'],
        makeAnswer: makeCheckCourseToolAnswer,
      },
    }),
    type: courseChecksRef,
    nullable: true,
    description:
      'Runs the checks on the draft or on a release of a course, and returns the errors, warnings and suggestions. Each finding names the course, module, lesson or block with the problem.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      release: t.arg.string({
        ...makeFieldLimitOptionsFromZod(snapshotReferenceSchema),
        description:
          'Which content of the course to check: draft, live (the release that learners see) or the number of a release. Default draft.',
      }),
      level: t.arg({
        type: checkLevelRef,
        description:
          'The least severe level to return: error (only errors), warning (warnings and errors) or info (all findings). Default info.',
      }),
      limit: t.arg.int({
        ...makeFieldLimitOptionsFromZod(limitSchema),
        description: 'Maximum number of findings, 1 to 500. Default 100. The counts include all findings.',
      }),
      includeDismissed: t.arg.boolean({ description: 'Whether to return dismissed findings too. Default false.' }),
    },
    complexity: { field: 1000, multiplier: 1 },
    waitForTurn: (_args, context) => context.limiters.get(wholeCourseLimiter).acquire(context.workspaceId()),
    resolve: async (_root, { id, release: sentName, level, limit: sentLimit, includeDismissed }, context) => {
      const limit = parseArgument('limit', limitSchema, sentLimit ?? undefined)
      const release = await resolveSnapshotSelector(context, id, {
        argument: 'release',
        sent: sentName,
        fallback: 'draft',
      })
      await countCall(context, callsPerMinute)
      const options = makeCheckOptionsForRequest(context)
      const workspaceId = context.workspaceId()
      const checked = await checkDraftOrRelease(context.db.sql, workspaceId, id, release, options)
      const selection = { minSeverity: level ?? 'info', limit, includesDismissed: includeDismissed ?? false }
      const { courseId, treeVersion, result } = checked
      return {
        courseId,
        release,
        treeVersion,
        counts: result.counts,
        ...selectFindingsForResponse(context.caches, workspaceId, result, selection),
      }
    },
  }),
)
