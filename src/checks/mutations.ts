import { z } from 'zod'
import { getWriter } from '../courses/changes/writer.ts'
import { wholeCourseLimiter } from '../courses/outline/whole-course-limiter.ts'
import { expectedTreeVersionDescription } from '../courses/outline/writes/writes.ts'
import { builder } from '../operations/builder.ts'
import { makeLongRunningIdempotentResolver } from '../operations/idempotency.ts'
import { operation, type RateLimitPerMinute } from '../operations/operation.ts'
import { countCall } from '../operations/operation-rate-limiter.ts'
import { makeInputTypeLimitOptionsFromZod, parseInput } from '../operations/validation.ts'
import { fixResultRef } from './fix-type.ts'
import { applyFixes, type FixResult, maxFindingsPerFixRequest, previewFixes } from './fixes.ts'
import { makeCheckOptionsForRequest } from './report.ts'

const fixesSchema = z.object({
  findings: z
    .array(z.string())
    .min(1, 'must have at least one member')
    .max(maxFindingsPerFixRequest, `must have at most ${maxFindingsPerFixRequest} entries`),
  dryRun: z.boolean().nullish(),
})
const exampleId = '01890a5d-ac96-774b-bcce-b302099a8057'

const fixesInput = builder.inputType('ApplyFixesInput', {
  description: 'The findings to fix.',
  ...makeInputTypeLimitOptionsFromZod(fixesSchema, { findings: [exampleId], dryRun: true }),
  fields: (t) => ({
    findings: t.idList({
      required: true,
      description: `Identifiers of the findings, at most ${maxFindingsPerFixRequest}.`,
    }),
    dryRun: t.boolean({ description: 'Whether to return the changes without writing them. Default false.' }),
  }),
})

const callsPerMinute: RateLimitPerMinute = { sharedAs: 'applyFixes', max: () => 60 }

builder.mutationField('applyFixes', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      perMinute: callsPerMinute,
      rest: {
        method: 'POST',
        path: '/courses/{courseId}/fixes',
        tag: 'Checks',
        names: { id: 'courseId' },
        etag: 'treeVersion',
      },
      tool: {
        name: 'apply_fixes',
        toolset: 'publish',
        title: 'Fix findings of the checks',
        description:
          'Applies the fixes of findings of check_course. Only findings that contain fix: true have a fix. Try dryRun first.',
        destructive: true,
        idempotent: true,
        omit: ['idempotencyKey'],
        selection: '{ treeVersion fixed skipped { findingId reason } }',
      },
      idempotent: 'lease',
    }),
    type: fixResultRef,
    description:
      'Applies the fixes of findings in one transaction. The result names the findings that were skipped, such as those without a fix, and why.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      input: t.arg({ type: fixesInput, required: true, description: 'The findings to fix.' }),
      expectedVersion: t.arg.int({ description: expectedTreeVersionDescription }),
    },
    waitForTurn: (_args, context) => context.limiters.get(wholeCourseLimiter).acquire(context.workspaceId()),
    resolve: makeLongRunningIdempotentResolver(
      'applyFixes',
      async (_root, { id, input, expectedVersion }, context, storeResult): Promise<FixResult> => {
        const { findings, dryRun } = parseInput(fixesSchema, input)
        await countCall(context, callsPerMinute)
        const findingIds = findings.map((finding) => finding.toLowerCase())
        const args = { courseId: id, findingIds, expectedVersion }
        const { sql } = context.db
        const options = makeCheckOptionsForRequest(context)
        return dryRun
          ? previewFixes(sql, context.workspaceId(), args, options)
          : applyFixes(sql, getWriter(context), args, options, storeResult)
      },
    ),
  }),
)
