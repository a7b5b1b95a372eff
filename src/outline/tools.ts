import type { Tool } from '../expose.ts'

const parents = { courseId: 'parentId', moduleId: 'parentId', lessonId: 'parentId' }
const parentId = 'Identifier of the course for a module, the module for a lesson, the lesson for a block.'
const order = 'Position among its siblings, from 0; one that is taken moves its holder and those after it up by one.'
const description = 'What it is about, at most 10,000 characters.'

/**
 * MCP's tools for whatever has a place in a course: each room declares its operation under the shared name, with its
 * `kind`. An agent reads one tool where there would be four.
 */
export const contentTools = {
  add: {
    name: 'add_content',
    title: 'Add a module, lesson or block',
    description:
      'Adds one module to a course, lesson to a module, or block to a lesson. For several at once use put_course_tree.',
    names: parents,
    texts: { parentId, description, order: `${order} Left out: after the last.` },
  },
  update: {
    name: 'update_content',
    title: 'Change a course, module, lesson or block',
    description: 'Changes the named fields of one course, module, lesson or block; what is absent stays, null clears.',
    idempotent: true,
    texts: { id: 'Identifier of what is changed.', description, order },
  },
  remove: {
    name: 'delete_content',
    title: 'Delete a course, module, lesson or block',
    description: 'Deletes a course, module, lesson or block with everything below it, for good.',
    destructive: true,
    idempotent: true,
    texts: { id: 'Identifier of what is deleted.' },
  },
  reorder: {
    name: 'reorder_content',
    title: 'Put modules, lessons or blocks in order',
    description: 'Puts the modules of a course, lessons of a module, or blocks of a lesson in the order of ids.',
    names: parents,
    texts: { parentId, ids: "Identifiers of all the parent's children of that kind, each once, in order." },
    idempotent: true,
    selection: '{ id order version }',
  },
  move: {
    name: 'move_content',
    title: 'Move a module, lesson or block',
    description: 'Moves a module, lesson or block with everything below it to another parent, also of another course.',
    names: parents,
    texts: { id: 'Identifier of what is moved.', parentId, order: `${order} Left out: after the last.` },
  },
  duplicate: {
    name: 'duplicate_content',
    title: 'Duplicate a course, module, lesson or block',
    description: 'Copies a course, module, lesson or block with everything below it, to the place after it.',
    texts: { id: 'Identifier of what is copied.' },
  },
} as const satisfies Record<string, Tool>
