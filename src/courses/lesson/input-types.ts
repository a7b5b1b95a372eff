import { builder } from '../../operations/builder.ts'
import { withUnknownFieldHints } from '../../operations/unknown-field.ts'
import { makeInputTypeLimitOptionsFromZod } from '../../operations/validation.ts'
import { blockContentFieldOptions } from '../block/content-schema.ts'
import { blockTypeRef } from '../block/enum.ts'
import { blockTypeDefinitionByName } from '../block/types.ts'
import { declareFieldsInCreateInput, declareFieldsInUpdateInput } from '../records/graphql.ts'
import { declareKeyInCreateInput, declareKeyInUpdateInput, nodeKeyDescription } from '../records/key.ts'
import { lessonRecordDefinition } from '../records/lesson.ts'
import { unknownFieldHints, unknownFieldHintsForBlocks } from '../records/unknown-field-hints.ts'
import { lessonChangeSchema, newLessonBlockSchema, newLessonSchema } from './rules.ts'

const orderText =
  'Position within the module, from 0. If another lesson has this position, the positions of that lesson and of all later lessons increase by one.'

const newLessonBlockRef = builder.inputType('CreateLessonBlockInput', {
  description: 'A content block of a new lesson.',
  ...withUnknownFieldHints(makeInputTypeLimitOptionsFromZod(newLessonBlockSchema), unknownFieldHintsForBlocks),
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

export const createLessonInputRef = builder.inputType('CreateLessonInput', {
  description: 'A new lesson.',
  ...withUnknownFieldHints(
    makeInputTypeLimitOptionsFromZod(newLessonSchema, {
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

export const lessonChangeRef = builder.inputType('UpdateLessonInput', {
  description: 'The changes of a lesson. Missing fields stay unchanged; null clears a field.',
  ...withUnknownFieldHints(
    makeInputTypeLimitOptionsFromZod(lessonChangeSchema, { name: 'Photosynthesis, step by step', order: 1 }),
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
