import { z } from 'zod'
import { declareCourseField } from '../../courses/outline/graphql/affected-record-fields.ts'
import { builder } from '../../operations/builder.ts'
import { withJsonSchema } from '../../operations/json-schema.ts'
import { operation, type RateLimitPerMinute } from '../../operations/operation.ts'
import { countCall } from '../../operations/operation-rate-limiter.ts'
import { makeInputTypeLimitOptionsFromZod, parseInput } from '../../operations/validation.ts'
import { readDismissals } from '../dismissals.ts'
import { findingRef } from '../finding-type.ts'
import { linkCheckLimiter } from '../limiters.ts'
import { convertDraftWithContentForChecks } from '../model/course.ts'
import { type FindingWithDismissedFlag, readCourseDraft } from '../report.ts'
import { checkLinksOfCourse, type LinkCheckResult, maxDeadLinkFindings } from './check-links.ts'

const linkCheckRef = builder
  .objectRef<Omit<LinkCheckResult, 'findings'> & { courseId: string; findings: FindingWithDismissedFlag[] }>(
    'LinkCheck',
  )
  .implement({
    description: 'The result of a link check: the dead links, and how many links were checked.',
    fields: (t) => ({
      courseId: t.exposeID('courseId', { description: 'Identifier of the course.' }),
      ...declareCourseField(t, ({ courseId }) => courseId),
      findings: t.expose('findings', {
        ...withJsonSchema({ maxItems: maxDeadLinkFindings }),
        type: [findingRef],
        description:
          'The findings with the code link_dead. Each finding names a place in the course with a link to a page that no longer exists.',
      }),
      checked: t.exposeInt('checked', {
        description:
          'Number of links that this request has checked. The links that the field unknown counts are included.',
      }),
      unknown: t.exposeInt('unknown', {
        description:
          'Number of checked links whose page may or may not exist, for example because the server was slow, busy, unreachable or not on the public Internet, or because the time of the request was over.',
      }),
      remaining: t.exposeInt('remaining', {
        description:
          'Number of links of the course that come after the checked links. To check them, send a request with a higher offset.',
      }),
    }),
  })

const maxOffset = 100_000
const offsetRange = `must be between 0 and ${maxOffset.toLocaleString('en')}`

const linkCheckSchema = z.object({
  offset: z.int('must be a whole number').min(0, offsetRange).max(maxOffset, offsetRange).nullish(),
})

const linkCheckInput = builder.inputType('CheckLinksInput', {
  description: 'Which links of a course to check.',
  ...makeInputTypeLimitOptionsFromZod(linkCheckSchema, { offset: 50 }),
  fields: (t) => ({
    offset: t.int({ description: 'Number of links to skip, because an earlier request has checked them. Default 0.' }),
  }),
})

const callsPerMinute: RateLimitPerMinute = { sharedAs: 'checkLinks', max: () => 30 }

builder.mutationField('checkLinks', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      perMinute: callsPerMinute,
      rest: { method: 'POST', path: '/courses/{courseId}/link-checks', tag: 'Checks', names: { id: 'courseId' } },
    }),
    type: linkCheckRef,
    description:
      'Sends requests to up to 50 links of a course, and reports the links whose page no longer exists. This takes up to 40 seconds. The service checks only links to hosts on the public Internet.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      input: t.arg({ type: linkCheckInput, required: true, description: 'Which links to check.' }),
    },
    waitForTurn: async (_args, context) => context.limiters.get(linkCheckLimiter).acquireNow(context.workspaceId()),
    resolve: async (_root, { id, input }, context) => {
      const { offset } = parseInput(linkCheckSchema, input)
      await countCall(context, callsPerMinute)
      const workspaceId = context.workspaceId()
      const course = await readCourseDraft(context.db.sql, workspaceId, id)
      const options = { offset: offset ?? 0, signal: context.abortSignal() }
      const result = await checkLinksOfCourse(await convertDraftWithContentForChecks(course), options)
      const dismissals = await readDismissals(context.db.sql, workspaceId, course.id)
      const findings = result.findings.map((one) => ({ ...one, isDismissed: dismissals.has(one.id) }))
      return { ...result, courseId: course.id, findings }
    },
  }),
)
