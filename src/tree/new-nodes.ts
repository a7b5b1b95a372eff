import { blockTypeRef } from '../block/enum.ts'
import { contentShape } from '../block/shape.ts'
import { builder } from '../builder.ts'
import { checkedBy } from '../checks.ts'
import { newBlockNode, newLessonNode, newModuleNode } from './input.ts'

// The nodes of a course that is not there yet: nothing of it can have an id.

const key = "The author's own name for the node, unique in the course."
const name = 'Name, 1 to 200 characters.'
const description = 'What it is about.'

const newBlockRef = builder.inputType('NewTreeBlockInput', {
  description: 'A content block of a new course.',
  ...checkedBy(newBlockNode),
  fields: (t) => ({
    key: t.string({ description: key }),
    type: t.field({ type: blockTypeRef, required: true, description: 'What kind of content it holds.' }),
    content: t.field({
      ...contentShape,
      type: 'JSONObject',
      required: true,
      description: 'The content; see `blockTypes`.',
    }),
  }),
})

const newLessonRef = builder.inputType('NewTreeLessonInput', {
  description: 'A lesson of a new course.',
  ...checkedBy(newLessonNode),
  fields: (t) => ({
    key: t.string({ description: key }),
    name: t.string({ required: true, description: name }),
    description: t.string({ description }),
    blocks: t.field({ type: [newBlockRef], description: 'Its blocks, in order.' }),
  }),
})

export const newModuleRef = builder.inputType('NewTreeModuleInput', {
  description: 'A module of a new course.',
  ...checkedBy(newModuleNode),
  fields: (t) => ({
    key: t.string({ description: key }),
    name: t.string({ required: true, description: name }),
    description: t.string({ description }),
    lessons: t.field({ type: [newLessonRef], description: 'Its lessons, in order.' }),
  }),
})
