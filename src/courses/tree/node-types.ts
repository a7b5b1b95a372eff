import { builder } from '../../operations/builder.ts'
import { inputFieldWithoutEffectOptions } from '../../operations/field-options.ts'
import { withUnknownFieldHints } from '../../operations/unknown-field.ts'
import { makeInputTypeLimitOptionsFromZod } from '../../operations/validation.ts'
import { blockContentFieldOptions } from '../block/content-schema.ts'
import { blockTypeRef } from '../block/enum.ts'
import type { LevelName } from '../outline/levels.ts'
import { declareFieldsInCreateInput } from '../records/graphql.ts'
import { lessonRecordDefinition } from '../records/lesson.ts'
import { moduleRecordDefinition } from '../records/module.ts'
import { unknownFieldHints, unknownFieldHintsForBlocks } from '../records/unknown-field-hints.ts'
import {
  newTreeBlockInputSchema,
  newTreeLessonInputSchema,
  newTreeModuleInputSchema,
  treeBlockInputSchema,
  treeLessonInputSchema,
  treeModuleInputSchema,
} from './input-schemas.ts'

/** The maximum request body size, in bytes, of routes that write a course tree: 16 MB. */
export const maxTreeRequestBodyBytes = 16_000_000

type InputBuilder = PothosSchemaTypes.InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>

/**
 * What differs between the GraphQL input types of a new course and those of an existing course. For example, the nodes
 * of a new course have no ids.
 */
type Variant = {
  prefix: 'Tree' | 'NewTree'
  /** The words for the course in the GraphQL descriptions, such as "a new course". */
  tree: string
  rules: {
    block: typeof newTreeBlockInputSchema
    lesson: typeof newTreeLessonInputSchema
    module: typeof newTreeModuleInputSchema
  }
  childText: string
  identity(t: InputBuilder): object
  /**
   * Functions for modules, lessons and blocks. Each function declares the fields that a response contains and that have
   * no effect in a request.
   */
  readOnly?: Record<LevelName, (t: InputBuilder) => object>
}

/** Declares the GraphQL input types of the modules, lessons and blocks in a request. Returns the type of modules. */
function declareNodes({ prefix, tree, rules, childText, identity, readOnly }: Variant) {
  const blockRef = builder.inputType(`${prefix}BlockInput`, {
    description: `A content block of ${tree}.`,
    ...withUnknownFieldHints(makeInputTypeLimitOptionsFromZod(rules.block), unknownFieldHintsForBlocks),
    fields: (t) => ({
      ...identity(t),
      type: t.field({ type: blockTypeRef, required: true, description: 'The type of the block.' }),
      content: t.field({
        ...blockContentFieldOptions,
        type: 'JSONObject',
        required: true,
        description: 'The content of the block. The query blockTypes returns the JSON Schema of each type.',
      }),
      ...readOnly?.block(t),
    }),
  })
  const lessonRef = builder.inputType(`${prefix}LessonInput`, {
    description: `A lesson of ${tree}.`,
    ...withUnknownFieldHints(makeInputTypeLimitOptionsFromZod(rules.lesson), unknownFieldHints),
    fields: (t) => ({
      ...identity(t),
      ...declareFieldsInCreateInput(t, lessonRecordDefinition),
      blocks: t.field({ type: [blockRef], description: `The blocks of the lesson, in order.${childText}` }),
      ...readOnly?.lesson(t),
    }),
  })
  return builder.inputType(`${prefix}ModuleInput`, {
    description: `A module of ${tree}.`,
    ...withUnknownFieldHints(makeInputTypeLimitOptionsFromZod(rules.module), unknownFieldHints),
    fields: (t) => ({
      ...identity(t),
      ...declareFieldsInCreateInput(t, moduleRecordDefinition),
      lessons: t.field({ type: [lessonRef], description: `The lessons of the module, in order.${childText}` }),
      ...readOnly?.module(t),
    }),
  })
}

const ignored = {
  ...inputFieldWithoutEffectOptions,
  description: 'Ignored, so that a client can send back a course tree as the service returned it.',
} as const

/**
 * Declares fields that the service sets and ignores in a request. `ownDataField` is the field for the client's own
 * data.
 */
const historyFields = (t: InputBuilder, ownDataField: 'attributes' | 'content') => ({
  metadata: t.field({
    ...ignored,
    type: 'JSONObject',
    // Many clients put their own data in `metadata` by mistake, so the description names the right field.
    description: `${ignored.description} Put data of your own in ${ownDataField}.`,
  }),
  createdBy: t.field({ ...ignored, type: 'JSONObject' }),
  updatedBy: t.field({ ...ignored, type: 'JSONObject' }),
})

const readOnlyFieldsOfNode = (t: InputBuilder, ownDataField: 'attributes' | 'content') => ({
  order: t.int(ignored),
  version: t.int(ignored),
  ...historyFields(t, ownDataField),
})

/**
 * Declares the input fields of a course that have no effect. A course tree in a response contains these fields, so a
 * client may send them back.
 */
export const declareIgnoredCourseFields = (t: InputBuilder) => ({
  id: t.string(ignored),
  status: t.string(ignored),
  version: t.int(ignored),
  treeVersion: t.int(ignored),
  ...historyFields(t, 'attributes'),
})

export const treeModuleInputRef = declareNodes({
  prefix: 'Tree',
  tree: 'a tree',
  rules: { block: treeBlockInputSchema, lesson: treeLessonInputSchema, module: treeModuleInputSchema },
  childText: ' Without this list, the stored children stay unchanged.',
  identity: (t) => ({
    key: t.string({
      description:
        "The author's own identifier of the node, unique in the course. An existing key selects the node to change, like an id.",
    }),
    id: t.id({
      description: 'Identifier of an existing node of the course. The node is changed or moved and keeps its id.',
    }),
  }),
  readOnly: {
    module: (t) => ({ courseId: t.string(ignored), ...readOnlyFieldsOfNode(t, 'attributes') }),
    lesson: (t) => ({ moduleId: t.string(ignored), ...readOnlyFieldsOfNode(t, 'attributes') }),
    block: (t) => ({ lessonId: t.string(ignored), ...readOnlyFieldsOfNode(t, 'content') }),
  },
})

export const newTreeModuleInputRef = declareNodes({
  prefix: 'NewTree',
  tree: 'a new course',
  rules: { block: newTreeBlockInputSchema, lesson: newTreeLessonInputSchema, module: newTreeModuleInputSchema },
  childText: '',
  identity: (t) => ({
    key: t.string({ description: "The author's own identifier of the node, unique in the course." }),
  }),
})
