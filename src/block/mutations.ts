import { builder } from '../builder.ts'
import { check, checkedBy } from '../checks.ts'
import { expose } from '../expose.ts'
import { idempotencyArgs, idempotent } from '../idempotent.ts'
import { deletedRef } from '../outline/records.ts'
import { blockRef } from '../outline/refs.ts'
import { contentTools } from '../outline/tools.ts'
import { createChild, expectedVersionText, removeChild } from '../outline/writes.ts'
import { mustFit } from './content.ts'
import { blockTypeRef } from './enum.ts'
import { blockTypes, kinds } from './kinds.ts'
import { blockChange, changeBlock, newBlock } from './rules.ts'
import { contentShape } from './shape.ts'

const descriptions = {
  type: 'What kind of content it holds.',
  content: 'The content, at most 256 KB; its shape depends on the type: see `blockTypes`.',
  order: 'Position within the lesson, from 0. One that is taken moves its holder and those after it up by one.',
}

const newBlockRef = builder.inputType('CreateBlockInput', {
  description: 'A new content block.',
  ...checkedBy(newBlock, ...blockTypes.map((type) => ({ type, content: kinds[type].example }))),
  fields: (t) => ({
    type: t.field({ type: blockTypeRef, required: true, description: descriptions.type }),
    content: t.field({ ...contentShape, type: 'JSONObject', required: true, description: descriptions.content }),
    order: t.int({ description: `${descriptions.order} Left out: after the last.` }),
  }),
})

const blockChangeRef = builder.inputType('UpdateBlockInput', {
  description: 'What to change of a content block: what is absent stays; content is replaced as a whole.',
  ...checkedBy(blockChange, { type: 'text', content: kinds.text.example, order: 1 }),
  fields: (t) => ({
    type: t.field({ type: blockTypeRef, description: descriptions.type }),
    content: t.field({ ...contentShape, type: 'JSONObject', description: descriptions.content }),
    order: t.int({ description: descriptions.order }),
  }),
})

builder.mutationField('createBlock', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: {
        method: 'POST',
        path: '/lessons/{lessonId}/blocks',
        status: 201,
        tag: 'Blocks',
        location: '/blocks/{id}',
      },
      tool: { ...contentTools.add, kind: 'block' },
    }),
    type: blockRef,
    description: 'Creates a content block in a lesson.',
    args: {
      ...idempotencyArgs,
      lessonId: t.arg.id({ required: true, description: 'Identifier of the lesson.' }),
      input: t.arg({ type: newBlockRef, required: true, description: 'The block.' }),
    },
    resolve: idempotent('createBlock', (_root, { lessonId, input }, context) => {
      const { type, content, order } = check(newBlock, input)
      const fields = { type, content: mustFit(type, content) }
      return createChild(context.db.sql, 'block', context.workspaceId(), lessonId, fields, order)
    }),
  }),
)

builder.mutationField('updateBlock', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: { method: 'PATCH', path: '/blocks/{blockId}', tag: 'Blocks', names: { id: 'blockId' } },
      tool: { ...contentTools.update, kind: 'block' },
    }),
    type: blockRef,
    description: 'Changes a content block: what is absent stays; content is replaced as a whole.',
    args: {
      ...idempotencyArgs,
      id: t.arg.id({ required: true, description: 'Identifier of the block.' }),
      input: t.arg({ type: blockChangeRef, required: true, description: 'What to change.' }),
      expectedVersion: t.arg.int({ description: expectedVersionText }),
    },
    resolve: idempotent('updateBlock', (_root, { id, input, expectedVersion }, context) => {
      const change = check(blockChange, input)
      return changeBlock(context.db.sql, context.workspaceId(), id, change, expectedVersion)
    }),
  }),
)

builder.mutationField('deleteBlock', (t) =>
  t.field({
    ...expose({
      access: 'courses:write',
      rest: { method: 'DELETE', path: '/blocks/{blockId}', tag: 'Blocks', names: { id: 'blockId' } },
      tool: { ...contentTools.remove, kind: 'block' },
    }),
    type: deletedRef,
    description: 'Deletes a content block.',
    args: {
      ...idempotencyArgs,
      id: t.arg.id({ required: true, description: 'Identifier of the block.' }),
      expectedVersion: t.arg.int({ description: expectedVersionText }),
    },
    resolve: idempotent('deleteBlock', async (_root, { id, expectedVersion }, context) => {
      await removeChild(context.db.sql, 'block', context.workspaceId(), id, { version: expectedVersion })
      return { id }
    }),
  }),
)
