import { declareCourseField } from '../courses/outline/graphql/affected-record-fields.ts'
import { builder } from '../operations/builder.ts'
import { withJsonSchema } from '../operations/json-schema.ts'
import { declareIdFieldPair } from '../operations/record-id.ts'
import type { Dismissal } from './dismissals.ts'
import { findingRef, makeMaxLengthOptions } from './finding-type.ts'
import { type FindingCounts, type FindingWithDismissedFlag, maxListedFindings } from './report.ts'

const countsRef = builder.objectRef<FindingCounts>('FindingCounts').implement({
  description: 'How many errors, warnings and suggestions the checks have found, and how many findings are dismissed.',
  fields: (t) => ({
    error: t.exposeInt('error', { description: 'Number of errors that are not dismissed.' }),
    warning: t.exposeInt('warning', { description: 'Number of warnings that are not dismissed.' }),
    info: t.exposeInt('info', { description: 'Number of suggestions that are not dismissed.' }),
    dismissed: t.exposeInt('dismissed', {
      description: 'Number of dismissed findings: errors, warnings and suggestions together.',
    }),
  }),
})

export type CourseChecksResponse = {
  courseId: string
  release: string
  treeVersion: number
  counts: FindingCounts
  findings: FindingWithDismissedFlag[]
  omitted: number
}

export const courseChecksRef = builder.objectRef<CourseChecksResponse>('CourseChecks').implement({
  description: 'The findings of the checks in a course.',
  fields: (t) => ({
    courseId: t.exposeID('courseId', { description: 'Identifier of the course.' }),
    release: t.exposeString('release', {
      ...makeMaxLengthOptions(10),
      description: 'Which content of the course was checked: draft, or the number of a release.',
    }),
    treeVersion: t.exposeInt('treeVersion', { description: 'The treeVersion of the course that was checked.' }),
    counts: t.expose('counts', {
      type: countsRef,
      description:
        'How many errors, warnings and suggestions the checks have found, including findings that the list omits.',
    }),
    findings: t.expose('findings', {
      ...withJsonSchema({ maxItems: maxListedFindings }),
      type: [findingRef],
      description: 'The findings, sorted by severity (errors first) and then by position in the course.',
    }),
    omitted: t.exposeInt('omitted', {
      description: 'Number of findings that the list omits because of the limit.',
    }),
  }),
})

export const dismissalRef = builder.objectRef<Dismissal>('Dismissal').implement({
  description:
    'A finding that somebody has dismissed. The dismissal ends when the course, module, lesson or block with the problem changes.',
  fields: (t) => ({
    ...declareIdFieldPair(t, 'findingId', 'Identifier of the finding.'),
    nodeId: t.exposeID('nodeId', {
      description: 'Identifier of the course, module, lesson or block that has the problem.',
    }),
    code: t.exposeString('code', {
      ...makeMaxLengthOptions(50),
      description: 'Name of the check that has found the problem.',
    }),
    reason: t.exposeString('reason', {
      ...makeMaxLengthOptions(500),
      nullable: true,
      description: 'Why the finding is dismissed.',
    }),
    dismissedBy: t.exposeString('caller', {
      ...makeMaxLengthOptions(100),
      description: 'Who dismissed the finding. The value is key:, person: or agent:, followed by an identifier.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the finding was dismissed.' }),
    ...declareCourseField(t, ({ courseId }) => courseId, 'The course with the finding.'),
  }),
})
