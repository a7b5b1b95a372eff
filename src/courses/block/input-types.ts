import { builder } from '../../operations/builder.ts'
import { withUnknownFieldHints } from '../../operations/unknown-field.ts'
import { makeInputTypeLimitOptionsFromZod } from '../../operations/validation.ts'
import { declareKeyInCreateInput, declareKeyInUpdateInput, nodeKeyDescription } from '../records/key.ts'
import { unknownFieldHintsForBlocks } from '../records/unknown-field-hints.ts'
import { blockContentFieldOptions } from './content-schema.ts'
import { blockTypeRef } from './enum.ts'
import { blockChangeSchema, blockJoinSchema, blockSplitSchema, newBlockSchema } from './rules.ts'
import { blockTypeDefinitionByName, blockTypeNames } from './types.ts'

const descriptions = {
  type: 'The type of the block.',
  content: 'The content of the block, at most 256 KB. `blockTypes` returns the JSON Schema of each type.',
  order:
    'Position within the lesson, from 0. If another block has this position, the positions of that block and of all later blocks increase by one.',
}

export const newBlockRef = builder.inputType('CreateBlockInput', {
  description: 'A new content block.',
  ...withUnknownFieldHints(
    makeInputTypeLimitOptionsFromZod(
      newBlockSchema,
      ...blockTypeNames.map((type) => ({ type, content: blockTypeDefinitionByName[type].example })),
    ),
    unknownFieldHintsForBlocks,
  ),
  fields: (t) => ({
    ...declareKeyInCreateInput(t, nodeKeyDescription),
    type: t.field({ type: blockTypeRef, required: true, description: descriptions.type }),
    content: t.field({
      ...blockContentFieldOptions,
      type: 'JSONObject',
      required: true,
      description: descriptions.content,
    }),
    order: t.int({ description: `${descriptions.order} By default, the block comes last.` }),
  }),
})

export const blockChangeRef = builder.inputType('UpdateBlockInput', {
  description: 'The changes of a content block. Missing fields stay unchanged. The content is replaced as a whole.',
  ...withUnknownFieldHints(
    makeInputTypeLimitOptionsFromZod(blockChangeSchema, {
      type: 'text',
      content: blockTypeDefinitionByName.text.example,
      order: 1,
    }),
    { ...unknownFieldHintsForBlocks, lessonId: 'POST /blocks/{blockId}/move moves a block to another lesson' },
  ),
  fields: (t) => ({
    ...declareKeyInUpdateInput(t, nodeKeyDescription),
    type: t.field({ type: blockTypeRef, description: descriptions.type }),
    content: t.field({ ...blockContentFieldOptions, type: 'JSONObject', description: descriptions.content }),
    order: t.int({ description: descriptions.order }),
  }),
})

export const blockSplitRef = builder.inputType('SplitBlockInput', {
  description: 'The texts of a block that is split and of the new block below it.',
  ...makeInputTypeLimitOptionsFromZod(blockSplitSchema, {
    text: 'Plants make sugar.',
    newText: 'They use light for it.',
  }),
  fields: (t) => ({
    text: t.string({ required: true, description: 'The text that the block keeps.' }),
    newText: t.string({
      required: true,
      description: 'The text of the new block directly after it. Its other settings are those of the block.',
    }),
  }),
})

export const blockJoinRef = builder.inputType('JoinBlocksInput', {
  description: 'The block that is joined to another, and the text of both.',
  ...makeInputTypeLimitOptionsFromZod(blockJoinSchema, {
    nextId: '0199c1f0-7c1e-7a52-9d7e-3f4b8a6c2d15',
    text: 'Plants make sugar. They use light for it.',
  }),
  fields: (t) => ({
    nextId: t.id({
      required: true,
      description: 'Identifier of another text block of the lesson. It goes to the trash.',
    }),
    nextVersion: t.int({ description: 'The version of the other block that the change is based on.' }),
    text: t.string({ required: true, description: 'The text of both blocks, which the first one gets.' }),
  }),
})
