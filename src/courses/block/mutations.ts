import { builder } from '../../operations/builder.ts'
import type { JsonObject } from '../../operations/json-object.ts'
import { operation } from '../../operations/operation.ts'
import { parseInput } from '../../operations/validation.ts'
import { RawJson } from '../../platform/json.ts'
import { getWriter } from '../changes/writer.ts'
import { mcpContentTools, writtenBlockAnswer } from '../outline/graphql/content-tools.ts'
import { declareSharedOutlineMutations } from '../outline/graphql/operations.ts'
import { blockRef } from '../outline/graphql/refs.ts'
import type { BlockRow } from '../outline/rows.ts'
import { createTreeNode, expectedVersionDescription } from '../outline/writes/writes.ts'
import { getContentHandling, validateAndStringifyContent } from './content.ts'
import { blockChangeRef, blockJoinRef, blockSplitRef, newBlockRef } from './input-types.ts'
import { joinBlocks, splitBlock } from './join-and-split.ts'
import { findContentWarnings } from './read.ts'
import { blockChangeSchema, blockJoinSchema, blockSplitSchema, newBlockSchema } from './rules.ts'
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

const splitOrJoin = { tag: 'Blocks', names: { id: 'blockId' }, method: 'POST' } as const

const splitBlockRef = builder.objectRef<{ block: BlockRow; newBlock: BlockRow }>('SplitBlock').implement({
  description: 'A block that was split.',
  fields: (t) => ({
    block: t.expose('block', { type: blockRef, description: 'The block, with the text that it keeps.' }),
    newBlock: t.expose('newBlock', { type: blockRef, description: 'The new block directly after it.' }),
  }),
})

builder.mutationField('splitBlock', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: { ...splitOrJoin, path: '/blocks/{blockId}/split', status: 201 },
      tool: mcpContentTools.split,
      idempotent: true,
    }),
    type: splitBlockRef,
    description: 'Splits a text block: it keeps `text`, and a new block directly after it gets `newText`.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the block.' }),
      input: t.arg({ type: blockSplitRef, required: true, description: 'The texts of both blocks.' }),
      expectedVersion: t.arg.int({ description: expectedVersionDescription }),
    },
    resolve: (_root, { id, input, expectedVersion }, context) => {
      const split = parseInput(blockSplitSchema, input)
      const block = { id, version: expectedVersion }
      return splitBlock(context.db.sql, getWriter(context), block, split, getContentHandling(context))
    },
  }),
)

const joinedBlocksRef = builder.objectRef<{ block: BlockRow; trashId: string }>('JoinedBlocks').implement({
  description: 'A block to which another was joined.',
  fields: (t) => ({
    block: t.expose('block', { type: blockRef, description: 'The block with the text of both.' }),
    trashId: t.exposeID('trashId', { description: 'Identifier of the trash entry that restores the other block.' }),
  }),
})

builder.mutationField('joinBlocks', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: { ...splitOrJoin, path: '/blocks/{blockId}/join' },
      tool: mcpContentTools.join,
      idempotent: true,
    }),
    type: joinedBlocksRef,
    description: 'Joins two text blocks of a lesson: the first gets the text of both, and the other goes to the trash.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the block that stays.' }),
      input: t.arg({ type: blockJoinRef, required: true, description: 'The other block, and the text of both.' }),
      expectedVersion: t.arg.int({ description: expectedVersionDescription }),
    },
    resolve: (_root, { id, input, expectedVersion }, context) => {
      const { nextId, nextVersion, text } = parseInput(blockJoinSchema, input)
      const join = { next: { id: nextId, version: nextVersion }, text }
      const block = { id, version: expectedVersion }
      return joinBlocks(context.db.sql, getWriter(context), block, join, getContentHandling(context))
    },
  }),
)

declareSharedOutlineMutations('block', {
  withChildren: '',
  deleted: 'Deletes a content block.',
  duplicated: 'Copies a block and puts the copy after the original.',
})
