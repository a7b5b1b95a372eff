import { nodeKindRef } from '../courses/outline/graphql/refs.ts'
import { lessonRecordDefinition } from '../courses/records/lesson.ts'
import { builder } from '../operations/builder.ts'
import { withJsonSchema } from '../operations/json-schema.ts'
import { declareIdFieldPair } from '../operations/record-id.ts'
import { makeResponseLimitsFromZod } from '../operations/validation.ts'
import type { Dismissal } from './dismissals.ts'
import { findingRef } from './finding-type.ts'
import {
  type BlockAfterFix,
  type FixResult,
  maxFindingsPerFixRequest,
  type PrerequisitesAfterFix,
  type SkippedFix,
} from './fixes.ts'
import { type FindingCounts, type FindingWithDismissedFlag, maxListedFindings } from './report.ts'

const short = (maxLength: number) => withJsonSchema({ maxLength })

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
      ...short(10),
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

const skippedRef = builder.objectRef<SkippedFix>('SkippedFix').implement({
  description: 'A finding whose fix was not applied.',
  fields: (t) => ({
    findingId: t.exposeID('findingId', { description: 'Identifier of the finding.' }),
    reason: t.exposeString('reason', { ...short(2000), description: 'Why the fix was not applied, and what to do.' }),
  }),
})

const fixedBlockRef = builder.objectRef<BlockAfterFix>('FixedBlock').implement({
  description: 'A block that is changed when findings are fixed.',
  fields: (t) => ({
    ...declareIdFieldPair(t, 'blockId', 'Identifier of the block.'),
    version: t.exposeInt('version', {
      description: 'Version of the block after the change. In a dry run, the present version.',
    }),
    content: t.expose('content', { type: 'JSONObject', description: 'The content of the block after the change.' }),
  }),
})

const { prerequisites: prerequisitesField } = lessonRecordDefinition.fields

const fixedPrerequisitesRef = builder.objectRef<PrerequisitesAfterFix>('FixedPrerequisites').implement({
  description: 'A module or lesson whose prerequisites are changed when findings are fixed.',
  fields: (t) => ({
    kind: t.expose('kind', { type: nodeKindRef, description: 'The kind of the record: module or lesson.' }),
    ...declareIdFieldPair(t, 'nodeId', 'Identifier of the module or lesson.'),
    version: t.exposeInt('version', {
      description: 'Version of the module or lesson after the change. In a dry run, the present version.',
    }),
    prerequisites: t.exposeStringList('prerequisites', {
      ...withJsonSchema(makeResponseLimitsFromZod(prerequisitesField.rule)),
      description: 'The prerequisites after the change.',
    }),
  }),
})

const fixListOptions = withJsonSchema({ maxItems: maxFindingsPerFixRequest })

export const fixResultRef = builder.objectRef<FixResult>('FixResult').implement({
  description: 'The result of applyFixes.',
  fields: (t) => ({
    courseId: t.exposeID('courseId', { description: 'Identifier of the course.' }),
    treeVersion: t.exposeInt('treeVersion', { description: 'The treeVersion of the course after the request.' }),
    fixed: t.exposeIDList('fixed', {
      ...fixListOptions,
      description: 'Identifiers of the findings whose fixes are applied.',
    }),
    skipped: t.expose('skipped', {
      ...fixListOptions,
      type: [skippedRef],
      description: 'The findings whose fixes are not applied, and why.',
    }),
    blocks: t.expose('blocks', {
      ...fixListOptions,
      type: [fixedBlockRef],
      description: 'The blocks that the fixes change.',
    }),
    prerequisites: t.field({
      ...fixListOptions,
      type: [fixedPrerequisitesRef],
      description: 'The modules and lessons whose prerequisites the fixes change.',
      // A result that an older version of the service stored for an `Idempotency-Key` lacks this field.
      resolve: ({ prerequisites }) => prerequisites ?? [],
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
    code: t.exposeString('code', { ...short(50), description: 'Name of the check that has found the problem.' }),
    reason: t.exposeString('reason', { ...short(500), nullable: true, description: 'Why the finding is dismissed.' }),
    dismissedBy: t.exposeString('caller', {
      ...short(100),
      description: 'Who dismissed the finding. The value is key:, person: or agent:, followed by an identifier.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the finding was dismissed.' }),
  }),
})
