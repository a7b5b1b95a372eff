import { builder } from '../../operations/builder.ts'
import type { JsonObject } from '../../operations/json-object.ts'
import { operation } from '../../operations/operation.ts'
import { parseInput } from '../../operations/validation.ts'
import { RawJson } from '../../platform/json.ts'
import { getWriter } from '../changes/writer.ts'
import { mcpContentTools, writtenBlockAnswer } from '../outline/graphql/content-tools.ts'
import { declareSharedOutlineMutations } from '../outline/graphql/operations.ts'
import { blockRef } from '../outline/graphql/refs.ts'
import { createTreeNode, expectedVersionDescription } from '../outline/writes/writes.ts'
import { getContentHandling, validateAndStringifyContent } from './content.ts'
import { blockChangeRef, newBlockRef } from './input-types.ts'
import { findContentWarnings } from './read.ts'
import { blockChangeSchema, newBlockSchema } from './rules.ts'
import type { BlockType } from './types.ts'
import { findUnfinishedContentOfBlock } from './unfinished.ts'
import { updateBlock } from './update.ts'

type WrittenBlock = { type: BlockType; content: JsonObject | RawJson }

const parseWrittenContent = (content: WrittenBlock['content']) =>
  content instanceof RawJson ? (JSON.parse(content.text) as JsonObject) : content

/**
 * Returns a warning for each unfinished part of a block, such as a missing property. `block` is the result of the
 * operation that has written the block.
 */
function findBlockWarnings(_input: unknown, block: unknown) {
  const { type, content } = block as WrittenBlock
  return findUnfinishedContentOfBlock({
    type,
    content: parseWrittenContent(content),
  })
}

/** Returns a warning for each part of a written content that is not read. A change of other fields has no warnings. */
function findWarningsOfWrittenBlock(input: unknown, block: unknown) {
  const { type, content: sent } = input as { type?: BlockType | null; content?: JsonObject | null }
  if (type == null && sent == null) return []
  const { type: written, content } = block as WrittenBlock
  return findContentWarnings(written, sent ?? parseWrittenContent(content))
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
        findWarnings: findWarningsOfWrittenBlock,
      },
      tool: { ...mcpContentTools.add, ...writtenBlockAnswer, kind: 'block', findWarnings: findBlockWarnings },
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
      const fields = { key, type, content: validateAndStringifyContent(type, content, getContentHandling(context)) }
      return createTreeNode(context.db.sql, 'block', getWriter(context), lessonId, fields, order)
    },
  }),
)

builder.mutationField('updateBlock', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: {
        method: 'PATCH',
        path: '/blocks/{blockId}',
        tag: 'Blocks',
        names: { id: 'blockId' },
        findWarnings: findWarningsOfWrittenBlock,
      },
      tool: { ...mcpContentTools.update, ...writtenBlockAnswer, kind: 'block', findWarnings: findBlockWarnings },
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
      const handling = getContentHandling(context)
      return updateBlock(context.db.sql, getWriter(context), id, change, {
        version: expectedVersion,
        handling,
      })
    },
  }),
)

declareSharedOutlineMutations('block', {
  withChildren: '',
  deleted: 'Deletes a content block.',
  duplicated: 'Copies a block and puts the copy after the original.',
})
