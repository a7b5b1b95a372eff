import type { McpToolSettings } from '../../operations/operation.ts'

const parents = { courseId: 'parentId', moduleId: 'parentId', lessonId: 'parentId' }
const parentId = 'Identifier of the course for a module, the module for a lesson, the lesson for a block.'
const order = 'Position among its siblings, from 0; if it is taken, that sibling and those after it move up by one.'
const description = 'What it is about, at most 10,000 characters.'

/**
 * The MCP tools that courses, modules, lessons and blocks share. An agent sees one tool instead of four. The argument
 * `kind` of the tool chooses the operation.
 */
export const mcpContentTools = {
  add: {
    name: 'add_content',
    title: 'Add a module, lesson or block',
    description:
      'Adds one module to a course, one lesson to a module, or one block to a lesson. Use put_course_tree to add several.',
    names: parents,
    texts: { parentId, description, order: `${order} Left out: after the last.` },
  },
  update: {
    name: 'update_content',
    title: 'Change a course, module, lesson or block',
    description:
      'Changes the given fields of one course, module, lesson or block. Missing fields stay unchanged; null clears a field.',
    idempotent: true,
    texts: { id: 'Identifier of the record to change.', description, order },
  },
  remove: {
    name: 'delete_content',
    title: 'Delete a course, module, lesson or block',
    description: 'Permanently deletes a course, module, lesson or block with everything below it.',
    destructive: true,
    idempotent: true,
    texts: { id: 'Identifier of the record to delete.' },
  },
  reorder: {
    name: 'reorder_content',
    title: 'Put modules, lessons or blocks in order',
    description: 'Puts the modules of a course, the lessons of a module or the blocks of a lesson in the order of ids.',
    names: parents,
    texts: { parentId, ids: "Identifiers of all the parent's children of that kind, each once, in the new order." },
    idempotent: true,
    selection: '{ id order version }',
  },
  move: {
    name: 'move_content',
    title: 'Move a module, lesson or block',
    description:
      'Moves a module, lesson or block, with everything below it, to another parent in the same or another course.',
    names: parents,
    texts: { id: 'Identifier of the record to move.', parentId, order: `${order} Left out: after the last.` },
  },
  duplicate: {
    name: 'duplicate_content',
    title: 'Duplicate a course, module, lesson or block',
    description: 'Copies a course, module, lesson or block with everything below it. The copy follows the original.',
    texts: { id: 'Identifier of the record to copy.' },
  },
} as const satisfies Record<string, McpToolSettings>
