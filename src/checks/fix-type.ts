import { declareCourseField, declareRecordField } from '../courses/outline/graphql/affected-record-fields.ts'
import { recordKindRef } from '../courses/outline/graphql/refs.ts'
import { lessonRecordDefinition } from '../courses/records/lesson.ts'
import { builder } from '../operations/builder.ts'
import { withJsonSchema } from '../operations/json-schema.ts'
import { declareIdFieldPair } from '../operations/record-id.ts'
import { makeResponseLimitsFromZod } from '../operations/validation.ts'
import { makeMaxLengthOptions } from './finding-type.ts'
import {
  type BlockAfterFix,
  type FixResult,
  maxFindingsPerFixRequest,
  type PrerequisitesAfterFix,
  type SkippedFix,
} from './fixes.ts'

const skippedRef = builder.objectRef<SkippedFix>('SkippedFix').implement({
  description: 'A finding whose fix was not applied.',
  fields: (t) => ({
    findingId: t.exposeID('findingId', { description: 'Identifier of the finding.' }),
    reason: t.exposeString('reason', {
      ...makeMaxLengthOptions(2000),
      description: 'Why the fix was not applied, and what to do.',
    }),
  }),
})

const fixedBlockRef = builder.objectRef<BlockAfterFix>('FixedBlock').implement({
  description: 'A block that applyFixes changes. A dry run shows the change, but does not save it.',
  fields: (t) => ({
    ...declareIdFieldPair(t, 'blockId', 'Identifier of the block.'),
    version: t.exposeInt('version', {
      description: 'Version of the block after the change. In a dry run, the current version.',
    }),
    content: t.expose('content', { type: 'JSONObject', description: 'The content of the block after the change.' }),
    ...declareRecordField(t, 'record', 'The stored block.', ({ id }) => ({ level: 'block', id })),
  }),
})

const { prerequisites: prerequisitesField } = lessonRecordDefinition.fields

const fixedPrerequisitesRef = builder.objectRef<PrerequisitesAfterFix>('FixedPrerequisites').implement({
  description:
    'A module or lesson whose prerequisites applyFixes changes. A dry run shows the change, but does not save it.',
  fields: (t) => ({
    kind: t.expose('kind', { type: recordKindRef, description: 'The kind of the record: module or lesson.' }),
    ...declareIdFieldPair(t, 'nodeId', 'Identifier of the module or lesson.'),
    version: t.exposeInt('version', {
      description: 'Version of the module or lesson after the change. In a dry run, the current version.',
    }),
    prerequisites: t.exposeStringList('prerequisites', {
      ...withJsonSchema(makeResponseLimitsFromZod(prerequisitesField.rule)),
      description: 'The prerequisites after the change.',
    }),
    ...declareRecordField(t, 'record', 'The stored module or lesson.', ({ kind, id }) => ({ level: kind, id })),
  }),
})

const fixListOptions = withJsonSchema({ maxItems: maxFindingsPerFixRequest })

export const fixResultRef = builder.objectRef<FixResult>('FixResult').implement({
  description: 'The result of applyFixes.',
  fields: (t) => ({
    courseId: t.exposeID('courseId', { description: 'Identifier of the course.' }),
    ...declareCourseField(t, ({ courseId }) => courseId, 'The course after the request.'),
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
