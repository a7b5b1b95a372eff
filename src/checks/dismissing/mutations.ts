import { z } from 'zod'
import { getWriter } from '../../courses/changes/writer.ts'
import { deletedResultRef } from '../../courses/outline/graphql/record-types.ts'
import { wholeCourseLimiter } from '../../courses/outline/whole-course-limiter.ts'
import { builder } from '../../operations/builder.ts'
import { makeLongRunningIdempotentResolver } from '../../operations/idempotency.ts'
import { operation } from '../../operations/operation.ts'
import { makeInputTypeLimitOptionsFromZod, makeTextSchema, parseInput } from '../../operations/validation.ts'
import type { Dismissal } from '../dismissals.ts'
import { makeCheckOptionsForRequest } from '../report.ts'
import { dismissalRef } from '../type.ts'
import { dismissFinding, undismissFinding } from './dismiss.ts'

const exampleId = '01890a5d-ac96-774b-bcce-b302099a8057'

const maxReasonChars = 500

const dismissalSchema = z.object({ finding: z.string(), reason: makeTextSchema(maxReasonChars).nullish() })

const dismissalInput = builder.inputType('DismissFindingInput', {
  description: 'The finding to dismiss.',
  ...makeInputTypeLimitOptionsFromZod(dismissalSchema, { finding: exampleId, reason: 'The film has no speech.' }),
  fields: (t) => ({
    finding: t.id({ required: true, description: 'Identifier of the finding.' }),
    reason: t.string({ description: `Why the finding is dismissed, at most ${maxReasonChars} characters.` }),
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
    waitForTurn: (_args, context) => context.limiters.get(wholeCourseLimiter).acquire(context.workspaceId()),
    resolve: makeLongRunningIdempotentResolver(
      'dismissFinding',
      async (_root, { id, input }, context, storeResult): Promise<Dismissal> => {
        const { finding, reason } = parseInput(dismissalSchema, input)
        const args = { courseId: id, findingId: finding.toLowerCase(), reason: reason ?? null }
        const options = makeCheckOptionsForRequest(context)
        return dismissFinding(context.db.sql, getWriter(context), args, options, storeResult)
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
      idempotent: true,
    }),
    type: deletedResultRef,
    description: 'Deletes the dismissal of a finding. The finding can prevent a publish again.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      findingId: t.arg.id({ required: true, description: 'Identifier of the dismissed finding.' }),
    },
    resolve: (_root, { id, findingId }, context) =>
      undismissFinding(context.db.sql, context.workspaceId(), id, findingId),
  }),
)
