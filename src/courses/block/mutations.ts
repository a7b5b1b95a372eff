import { builder } from '../../operations/builder.ts'
import type { JsonObject } from '../../operations/json-object.ts'
import { operation } from '../../operations/operation.ts'
import { addUnknownFieldHints } from '../../operations/unknown-field.ts'
import { makeInputTypeOptionsFromZod, parseInput } from '../../operations/validation.ts'
import { RawJson } from '../../platform/json.ts'
import { mcpContentTools } from '../outline/graphql/content-tools.ts'
import { declareSharedOutlineMutations } from '../outline/graphql/operations.ts'
import { blockRef } from '../outline/graphql/refs.ts'
import { createTreeNode, expectedVersionDescription } from '../outline/writes/writes.ts'
import { getWritingCaller } from '../outline/writing-caller.ts'
import { declareKeyInCreateInput, declareKeyInUpdateInput, nodeKeyDescription } from '../records/key.ts'
import { unknownFieldHintsForBlocks } from '../records/unknown-field-hints.ts'
import { validateAndStringifyContent } from './content.ts'
import { blockContentFieldOptions } from './content-schema.ts'
import { blockTypeRef } from './enum.ts'
import { blockChangeSchema, newBlockSchema, updateBlock } from './rules.ts'
import { type BlockType, blockTypeDefinitionByName, blockTypeNames } from './types.ts'
import { findUnfinishedContent } from './unfinished.ts'

const descriptions = {
  type: 'The type of the block.',
  content: 'The content of the block, at most 256 KB. `blockTypes` returns the JSON Schema of each type.',
  order:
    'Position within the lesson, from 0. If another block has this position, the positions of that block and of all later blocks increase by one.',
}

const newBlockRef = builder.inputType('CreateBlockInput', {
  description: 'A new content block.',
  ...addUnknownFieldHints(
    makeInputTypeOptionsFromZod(
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

const blockChangeRef = builder.inputType('UpdateBlockInput', {
  description: 'The changes of a content block. Missing fields stay unchanged. The content is replaced as a whole.',
  ...addUnknownFieldHints(
    makeInputTypeOptionsFromZod(blockChangeSchema, {
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

type WrittenBlock = { type: BlockType; content: JsonObject | RawJson }

/** Finds what is unfinished in the block that an operation returns. */
function findBlockWarnings(_input: unknown, block: unknown) {
  const { type, content } = block as WrittenBlock
  return findUnfinishedContent({
    type,
    content: content instanceof RawJson ? (JSON.parse(content.text) as JsonObject) : content,
  })
}

builder.mutationField('createBlock', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: {
        method: 'POST',
        path: '/lessons/{lessonId}/blocks',
        status: 201,
        tag: 'Blocks',
        location: '/blocks/{id}',
      },
      tool: { ...mcpContentTools.add, kind: 'block', findWarnings: findBlockWarnings },
      idempotent: true,
    }),
    type: blockRef,
    description: 'Creates a content block in a lesson.',
    args: {
      lessonId: t.arg.id({ required: true, description: 'Identifier of the lesson.' }),
      input: t.arg({ type: newBlockRef, required: true, description: 'The new block.' }),
    },
    resolve: (_root, { lessonId, input }, context) => {
      const { key, type, content, order } = parseInput(newBlockSchema, input)
      const fields = { key, type, content: validateAndStringifyContent(type, content) }
      return createTreeNode(context.db.sql, 'block', getWritingCaller(context), lessonId, fields, order)
    },
  }),
)

builder.mutationField('updateBlock', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: { method: 'PATCH', path: '/blocks/{blockId}', tag: 'Blocks', names: { id: 'blockId' } },
      tool: { ...mcpContentTools.update, kind: 'block', findWarnings: findBlockWarnings },
      idempotent: true,
    }),
    type: blockRef,
    description: 'Changes a content block. Missing fields stay unchanged. The content is replaced as a whole.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the block.' }),
      input: t.arg({ type: blockChangeRef, required: true, description: 'The changes of the block.' }),
      expectedVersion: t.arg.int({ description: expectedVersionDescription }),
    },
    resolve: (_root, { id, input, expectedVersion }, context) => {
      const change = parseInput(blockChangeSchema, input)
      return updateBlock(context.db.sql, getWritingCaller(context), id, change, expectedVersion)
    },
  }),
)

declareSharedOutlineMutations('block', {
  withChildren: '',
  deleted: 'Deletes a content block.',
  duplicated: 'Copies a block and puts the copy after the original.',
})
