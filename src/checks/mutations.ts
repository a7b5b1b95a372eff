import { z } from 'zod'
import { deletedResultRef } from '../courses/outline/record-types.ts'
import { getWriteIdentity } from '../courses/outline/write-identity.ts'
import { expectedTreeVersionDescription } from '../courses/outline/writes.ts'
import { builder } from '../operations/builder.ts'
import { makeLongIdempotentResolver } from '../operations/idempotency.ts'
import { operation } from '../operations/operation.ts'
import { inputJsonSchemaOptions, makeTextSchema, parseInput } from '../operations/validation.ts'
import { dismissFinding } from './dismiss.ts'
import { type Dismissal, deleteDismissal } from './dismissals.ts'
import { applyFixes, type FixResult, maxFixedFindings, previewFixes } from './fixes.ts'
import { makeCheckOptionsForRequest } from './report.ts'
import { dismissalRef, fixResultRef } from './type.ts'

const fixesSchema = z.object({
  findings: z
    .array(z.string())
    .min(1, 'must have at least one member')
    .max(maxFixedFindings, `must have at most ${maxFixedFindings} entries`),
  dryRun: z.boolean().nullish(),
})
const exampleId = '01890a5d-ac96-774b-bcce-b302099a8057'

const fixesInput = builder.inputType('ApplyFixesInput', {
  description: 'The findings to fix.',
  ...inputJsonSchemaOptions(fixesSchema, { findings: [exampleId], dryRun: true }),
  fields: (t) => ({
    findings: t.idList({ required: true, description: 'Identifiers of the findings, at most 100.' }),
    dryRun: t.boolean({ description: 'Whether to return the changes without writing them. Default false.' }),
  }),
})

builder.mutationField('applyFixes', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      perMinute: 60,
      rest: {
        method: 'POST',
        path: '/courses/{courseId}/fixes',
        tag: 'Checks',
        names: { id: 'courseId' },
        etag: 'treeVersion',
      },
      tool: {
        name: 'apply_fixes',
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
    description: 'Applies the fixes of findings in one transaction. Only findings with a fix can be fixed.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      input: t.arg({ type: fixesInput, required: true, description: 'The findings to fix.' }),
      expectedVersion: t.arg.int({ description: expectedTreeVersionDescription }),
    },
    waitForTurn: (_args, context) => context.shares.checks.acquire(context.workspaceId()),
    resolve: makeLongIdempotentResolver(
      'applyFixes',
      async (_root, { id, input, expectedVersion }, context, storeResult): Promise<FixResult> => {
        const { findings, dryRun } = parseInput(fixesSchema, input)
        const args = { courseId: id, findingIds: findings, expectedVersion }
        const { sql } = context.db
        const options = makeCheckOptionsForRequest(context)
        return dryRun
          ? previewFixes(sql, context.workspaceId(), args, options)
          : applyFixes(sql, getWriteIdentity(context), args, options, storeResult)
      },
    ),
  }),
)

const dismissalSchema = z.object({ finding: z.string(), reason: makeTextSchema(500).nullish() })

const dismissalInput = builder.inputType('DismissFindingInput', {
  description: 'The finding to dismiss.',
  ...inputJsonSchemaOptions(dismissalSchema, { finding: exampleId, reason: 'The film has no speech.' }),
  fields: (t) => ({
    finding: t.id({ required: true, description: 'Identifier of the finding.' }),
    reason: t.string({ description: 'Why the finding is dismissed, at most 500 characters.' }),
  }),
})

builder.mutationField('dismissFinding', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: {
        method: 'POST',
        path: '/courses/{courseId}/dismissals',
        status: 201,
        tag: 'Checks',
        names: { id: 'courseId' },
      },
      idempotent: 'lease',
    }),
    type: dismissalRef,
    description:
      'Dismisses a finding. By default, the checks do not return dismissed findings. Dismissed findings never prevent a publish. The dismissal ends when the course, module, lesson or block with the problem changes.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      input: t.arg({ type: dismissalInput, required: true, description: 'The finding to dismiss.' }),
    },
    waitForTurn: (_args, context) => context.shares.checks.acquire(context.workspaceId()),
    resolve: makeLongIdempotentResolver(
      'dismissFinding',
      async (_root, { id, input }, context, storeResult): Promise<Dismissal> => {
        const { finding, reason } = parseInput(dismissalSchema, input)
        const args = { courseId: id, findingId: finding.toLowerCase(), reason: reason ?? null }
        const options = makeCheckOptionsForRequest(context)
        return dismissFinding(context.db.sql, getWriteIdentity(context), args, options, storeResult)
      },
    ),
  }),
)

builder.mutationField('undismissFinding', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: {
        method: 'DELETE',
        path: '/courses/{courseId}/dismissals/{findingId}',
        tag: 'Checks',
        names: { id: 'courseId' },
      },
    }),
    type: deletedResultRef,
    description: 'Deletes the dismissal of a finding. The finding can prevent a publish again.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      findingId: t.arg.id({ required: true, description: 'Identifier of the dismissed finding.' }),
    },
    resolve: (_root, { id, findingId }, context) =>
      deleteDismissal(context.db.sql, context.workspaceId(), id, findingId),
  }),
)
