import type { McpToolSettings } from '../../../operations/operation.ts'

const parents = { courseId: 'parentId', moduleId: 'parentId', lessonId: 'parentId' }
const parentId = 'Identifier of the parent: the course of a module, the module of a lesson, the lesson of a block.'
const order =
  'Position among the siblings, from 0. If a sibling has this position, the positions of that sibling and of all later siblings increase by one.'
const key = "The author's own identifier, unique in the course. For a course, unique in the workspace."
const description = 'What the record is about, at most 10,000 characters.'

/** The selection set of the answers of tools that write one module, lesson or block. */
const writtenNode = '{ id key order version }'

/** The selection set of the answers of tools that write one course. */
export const writtenCourseSelection = '{ id key name status version treeVersion }'

/** The selection set of a written block. It has the content for the warnings about it. */
const writtenBlockSelection = '{ id key order version type content }'

/** The answer of tools that write a block. The agent knows the content. */
function makeWrittenBlockAnswer(result: unknown): Record<string, unknown> {
  const { type: _type, content: _content, ...answer } = result as Record<string, unknown>
  return answer
}

/** The settings of a tool that writes a block and warns about its content. */
export const writtenBlockAnswer = { selection: writtenBlockSelection, makeAnswer: makeWrittenBlockAnswer } as const

/**
 * The MCP tools for all kinds of records. An agent sees one tool, such as `update_content`, whose argument `kind` names
 * the type of record.
 */
export const mcpContentTools = {
  add: {
    name: 'add_content',
    toolset: 'write',
    selection: writtenNode,
    findWarnings: () => [],
    title: 'Add a module, lesson or block',
    description:
      'Adds one module to a course, one lesson with its blocks to a module, or one block to a lesson. Use put_course_tree to add several.',
    names: parents,
    argumentDescriptions: { parentId, description, order: `${order} Default: last.` },
  },
  update: {
    name: 'update_content',
    toolset: 'write',
    selection: writtenNode,
    findWarnings: () => [],
    title: 'Change a course, module, lesson or block',
    description:
      'Changes the given fields of one course, module, lesson or block. Missing fields stay unchanged; `clear` empties fields.',
    idempotent: true,
    argumentDescriptions: { id: 'Identifier of the record to change.', key, description, order },
  },
  remove: {
    name: 'delete_content',
    toolset: 'write',
    title: 'Delete a course, module, lesson or block',
    description:
      'Deletes a course, module, lesson or block with everything below it. Within 30 days, restore_content can restore all of it by trashId.',
    destructive: true,
    idempotent: true,
    selection: '{ id deleted trashId }',
    argumentDescriptions: { id: 'Identifier of the record to delete.' },
  },
  reorder: {
    name: 'reorder_content',
    toolset: 'write',
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
    toolset: 'write',
    selection: writtenNode,
    title: 'Move a module, lesson or block',
    description:
      'Moves a module, lesson or block, with everything below it, to another parent in the same or another course.',
    names: parents,
    argumentDescriptions: { id: 'Identifier of the record to move.', parentId, order: `${order} Default: last.` },
  },
  duplicate: {
    name: 'duplicate_content',
    toolset: 'write',
    selection: writtenNode,
    title: 'Duplicate a course, module, lesson or block',
    description:
      'Copies a course, module, lesson or block with everything below it. The copy is placed after the original.',
    argumentDescriptions: { id: 'Identifier of the record to copy.' },
  },
  split: {
    name: 'split_block',
    toolset: 'write',
    selection: `{ block ${writtenNode} newBlock ${writtenNode} }`,
    title: 'Split a text block',
    argumentDescriptions: { id: 'Identifier of the block.' },
  },
  join: {
    name: 'join_blocks',
    toolset: 'write',
    selection: `{ block ${writtenNode} trashId }`,
    title: 'Join two text blocks',
    destructive: true,
    argumentDescriptions: { id: 'Identifier of the block that stays.' },
  },
} as const satisfies Record<string, McpToolSettings>
