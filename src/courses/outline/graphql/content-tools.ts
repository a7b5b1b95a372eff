import type { McpToolAnswerFormat, McpToolSettings } from '../../../operations/operation.ts'

const parents = { courseId: 'parentId', moduleId: 'parentId', lessonId: 'parentId' }
const parentId = 'Identifier of the parent: the course of a module, the module of a lesson, the lesson of a block.'
const order =
  'Position among the siblings, from 0. If a sibling has this position, the positions of that sibling and of all later siblings increase by one.'
const key = "The author's own identifier, unique in the course. For a course, unique in the workspace."
const description = 'What the record is about, at most 10,000 characters.'

/** The answer of the MCP tool `delete_content`. It has its own schema, in which `trashId` is never null. */
const deletedToolAnswer: McpToolAnswerFormat = {
  schema: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      deleted: { type: 'boolean' },
      trashId: { type: 'string' },
    },
    required: ['id', 'deleted', 'trashId'],
  },
  make: (result) => result as Record<string, unknown>,
}

/**
 * The MCP tools for all kinds of records. An agent sees one tool, such as `update_content`, whose argument `kind` names
 * the type of record.
 */
export const mcpContentTools = {
  add: {
    name: 'add_content',
    findWarnings: () => [],
    title: 'Add a module, lesson or block',
    description:
      'Adds one module to a course, one lesson with its blocks to a module, or one block to a lesson. Use put_course_tree to add several.',
    names: parents,
    argumentDescriptions: { parentId, description, order: `${order} Default: last.` },
  },
  update: {
    name: 'update_content',
    findWarnings: () => [],
    title: 'Change a course, module, lesson or block',
    description:
      'Changes the given fields of one course, module, lesson or block. Missing fields stay unchanged; `clear` empties fields.',
    idempotent: true,
    argumentDescriptions: { id: 'Identifier of the record to change.', key, description, order },
  },
  remove: {
    name: 'delete_content',
    title: 'Delete a course, module, lesson or block',
    description:
      'Deletes a course, module, lesson or block with everything below it. Within 30 days, restore_content can restore all of it by trashId.',
    destructive: true,
    idempotent: true,
    selection: '{ id deleted trashId }',
    answer: deletedToolAnswer,
    argumentDescriptions: { id: 'Identifier of the record to delete.' },
  },
  reorder: {
    name: 'reorder_content',
    title: 'Put modules, lessons or blocks in order',
    description:
      'Puts the modules of a course, the lessons of a module or the blocks of a lesson in the order of `ids`.',
    names: parents,
    argumentDescriptions: { parentId, ids: 'Identifiers of all children of the parent, each once, in the new order.' },
    idempotent: true,
    selection: '{ id order version }',
  },
  move: {
    name: 'move_content',
    title: 'Move a module, lesson or block',
    description:
      'Moves a module, lesson or block, with everything below it, to another parent in the same or another course.',
    names: parents,
    argumentDescriptions: { id: 'Identifier of the record to move.', parentId, order: `${order} Default: last.` },
  },
  duplicate: {
    name: 'duplicate_content',
    title: 'Duplicate a course, module, lesson or block',
    description:
      'Copies a course, module, lesson or block with everything below it. The copy is placed after the original.',
    argumentDescriptions: { id: 'Identifier of the record to copy.' },
  },
} as const satisfies Record<string, McpToolSettings>
