import { blockTypeRef } from '../block/enum.ts'
import { contentShape } from '../block/shape.ts'
import { builder } from '../builder.ts'
import { checkedBy } from '../checks.ts'
import { blockNode, lessonNode, moduleNode } from './input.ts'

/** The largest body of a route that takes a tree: 16 MB. */
export const treeBytes = 16_000_000

const id = 'Identifier of a node that stands in the course: it is changed in place and keeps its id, wherever it goes.'
const key =
  "The author's own name for the node, unique in the course; one that is known stands for its node as an id does."

const blockInputRef = builder.inputType('TreeBlockInput', {
  description: 'A content block of a tree.',
  ...checkedBy(blockNode),
  fields: (t) => ({
    key: t.string({ description: key }),
    id: t.id({ description: id }),
    type: t.field({ type: blockTypeRef, required: true, description: 'What kind of content it holds.' }),
    content: t.field({
      ...contentShape,
      type: 'JSONObject',
      required: true,
      description: 'The content; see `blockTypes`.',
    }),
  }),
})

const lessonInputRef = builder.inputType('TreeLessonInput', {
  description: 'A lesson of a tree.',
  ...checkedBy(lessonNode),
  fields: (t) => ({
    key: t.string({ description: key }),
    id: t.id({ description: id }),
    name: t.string({ required: true, description: 'Name, 1 to 200 characters.' }),
    description: t.string({ description: 'What it is about; absent keeps, null clears.' }),
    blocks: t.field({ type: [blockInputRef], description: 'Its blocks, in order. Left out: they stay as they are.' }),
  }),
})

export const moduleInputRef = builder.inputType('TreeModuleInput', {
  description: 'A module of a tree.',
  ...checkedBy(moduleNode),
  fields: (t) => ({
    key: t.string({ description: key }),
    id: t.id({ description: id }),
    name: t.string({ required: true, description: 'Name, 1 to 200 characters.' }),
    description: t.string({ description: 'What it is about; absent keeps, null clears.' }),
    lessons: t.field({
      type: [lessonInputRef],
      description: 'Its lessons, in order. Left out: they stay as they are.',
    }),
  }),
})
