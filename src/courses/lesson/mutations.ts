import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { addUnknownFieldHints } from '../../operations/unknown-field.ts'
import { makeInputTypeOptionsFromZod, parseInput } from '../../operations/validation.ts'
import { blockContentFieldOptions } from '../block/content-schema.ts'
import { blockTypeRef } from '../block/enum.ts'
import { blockTypeDefinitionByName } from '../block/types.ts'
import { findUnfinishedBlocks } from '../block/unfinished.ts'
import { mcpContentTools } from '../outline/graphql/content-tools.ts'
import { declareSharedOutlineMutations } from '../outline/graphql/operations.ts'
import { lessonRef } from '../outline/graphql/refs.ts'
import { expectedVersionDescription, updateTreeNode } from '../outline/writes/writes.ts'
import { getWritingCaller } from '../outline/writing-caller.ts'
import { declareFieldsInCreateInput, declareFieldsInUpdateInput } from '../records/graphql.ts'
import { declareKeyInCreateInput, declareKeyInUpdateInput, nodeKeyDescription } from '../records/key.ts'
import { lessonRecordDefinition } from '../records/lesson.ts'
import { unknownFieldHints, unknownFieldHintsForBlocks } from '../records/unknown-field-hints.ts'
import { createLesson } from './create.ts'
import { lessonChangeSchema, newLessonBlockSchema, newLessonSchema } from './rules.ts'

const orderText =
  'Position within the module, from 0. If another lesson has this position, the positions of that lesson and of all later lessons increase by one.'

const newLessonBlockRef = builder.inputType('CreateLessonBlockInput', {
  description: 'A content block of a new lesson.',
  ...addUnknownFieldHints(makeInputTypeOptionsFromZod(newLessonBlockSchema), unknownFieldHintsForBlocks),
  fields: (t) => ({
    ...declareKeyInCreateInput(t, nodeKeyDescription),
    type: t.field({ type: blockTypeRef, required: true, description: 'The type of the block.' }),
    content: t.field({
      ...blockContentFieldOptions,
      type: 'JSONObject',
      required: true,
      description:
        'The content of the block, at most 256 KB. The query blockTypes returns the JSON Schema of each type.',
    }),
  }),
})

const newLessonRef = builder.inputType('CreateLessonInput', {
  description: 'A new lesson.',
  ...addUnknownFieldHints(
    makeInputTypeOptionsFromZod(newLessonSchema, {
      name: 'Photosynthesis',
      description: 'Plants make sugar from light, water and air.',
      order: 0,
      blocks: [{ type: 'text', content: blockTypeDefinitionByName.text.example }],
    }),
    unknownFieldHints,
  ),
  fields: (t) => ({
    ...declareKeyInCreateInput(t, nodeKeyDescription),
    ...declareFieldsInCreateInput(t, lessonRecordDefinition),
    order: t.int({ description: `${orderText} By default, the lesson comes last.` }),
    blocks: t.field({ type: [newLessonBlockRef], description: 'The blocks of the lesson, in order.' }),
  }),
})

const lessonChangeRef = builder.inputType('UpdateLessonInput', {
  description: 'The changes of a lesson. Missing fields stay unchanged; null clears a field.',
  ...addUnknownFieldHints(
    makeInputTypeOptionsFromZod(lessonChangeSchema, { name: 'Photosynthesis, step by step', order: 1 }),
    {
      ...unknownFieldHints,
      blocks: 'PUT /courses/{courseId}/tree writes a lesson with its blocks',
      moduleId: 'POST /lessons/{lessonId}/move moves a lesson to another module',
    },
  ),
  fields: (t) => ({
    ...declareKeyInUpdateInput(t, nodeKeyDescription),
    ...declareFieldsInUpdateInput(t, lessonRecordDefinition),
    order: t.int({ description: orderText }),
  }),
})

builder.mutationField('createLesson', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: {
        method: 'POST',
        path: '/modules/{moduleId}/lessons',
        status: 201,
        tag: 'Lessons',
        location: '/lessons/{id}',
      },
      tool: {
        ...mcpContentTools.add,
        kind: 'lesson',
        findWarnings: (input) => findUnfinishedBlocks((input as typeof newLessonRef.$inferInput).blocks, 'blocks'),
      },
      idempotent: true,
    }),
    type: lessonRef,
    description: 'Creates a lesson, with its blocks, in a module.',
    args: {
      moduleId: t.arg.id({ required: true, description: 'Identifier of the module.' }),
      input: t.arg({ type: newLessonRef, required: true, description: 'The new lesson.' }),
    },
    resolve: (_root, { moduleId, input }, context) =>
      createLesson(context.db.sql, getWritingCaller(context), moduleId, parseInput(newLessonSchema, input)),
  }),
)

builder.mutationField('updateLesson', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: { method: 'PATCH', path: '/lessons/{lessonId}', tag: 'Lessons', names: { id: 'lessonId' } },
      tool: { ...mcpContentTools.update, kind: 'lesson' },
      idempotent: true,
    }),
    type: lessonRef,
    description: 'Changes a lesson. Missing fields stay unchanged; null clears a field.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the lesson.' }),
      input: t.arg({ type: lessonChangeRef, required: true, description: 'The changes of the lesson.' }),
      expectedVersion: t.arg.int({ description: expectedVersionDescription }),
    },
    resolve: (_root, { id, input, expectedVersion }, context) => {
      const { order, ...fields } = parseInput(lessonChangeSchema, input)
      const guard = { order, version: expectedVersion }
      return updateTreeNode(context.db.sql, 'lesson', getWritingCaller(context), id, fields, guard)
    },
  }),
)

declareSharedOutlineMutations('lesson', {
  withChildren: ' with its blocks',
  deleted: 'Deletes a lesson with everything below it.',
  duplicated: 'Copies a lesson with its blocks. The copy comes after the original, and its name ends in " (copy)".',
})
