import { builder } from '../../operations/builder.ts'
import { withJsonSchema } from '../../operations/json-schema.ts'
import { declareIdFieldPair } from '../../operations/record-id.ts'
import { nodePathFieldOptions } from '../outline/graphql/record-types.ts'
import { recordKindRef } from '../outline/graphql/refs.ts'
import { levelDefinitions } from '../outline/levels.ts'
import { maxCourseRecords } from '../outline/rules/course-size.ts'
import { makeKeyFieldOptions, nodeKeyDescription } from '../records/key.ts'
import { nameResponseFieldOptions } from '../records/name.ts'
import type { TreeChangeKind } from './nodes.ts'
import type { TreeChange, TreeChangeCounts } from './write.ts'

/**
 * The maximum number of changed fields of one node. The fields are `key` and the columns of a module, lesson or block.
 */
const maxFields = 1 + Math.max(...Object.values(levelDefinitions).map(({ columns }) => columns.length))

const changeNameRef = builder.enumType('TreeChangeName', {
  description: 'How putCourseTree changes a module, lesson or block.',
  values: {
    created: { description: 'The node is new.' },
    updated: {
      description: 'At least one field of the node changes. The node also moves if the field position is true.',
    },
    moved: {
      description: 'The node moves to another parent or to another place among its siblings. No field changes.',
    },
    deleted: { description: 'The node is deleted.' },
    unchanged: { description: 'The node does not change.' },
  },
})

export const treeChangeRef = builder.objectRef<TreeChange>('TreeChange').implement({
  description: 'A module, lesson or block, and how putCourseTree changes it.',
  fields: (t) => ({
    kind: t.expose('kind', { type: recordKindRef, description: 'The kind of the node: module, lesson or block.' }),
    ...declareIdFieldPair(t, 'recordId', 'Identifier of the node. Null for a node that a dry run would create.', {
      nullable: true,
    }),
    key: t.exposeString('key', makeKeyFieldOptions(nodeKeyDescription)),
    name: t.exposeString('name', {
      ...nameResponseFieldOptions,
      nullable: true,
      description: 'Name of the module or lesson. Null for a block.',
    }),
    path: t.exposeString('path', {
      ...nodePathFieldOptions,
      description:
        'Path of the node in the course after the request, such as modules.0.lessons.2. For a deleted node, its path before the request.',
    }),
    change: t.expose('change', { type: changeNameRef, description: 'How the node changes.' }),
    fields: t.exposeStringList('fields', {
      ...withJsonSchema({ maxItems: maxFields, items: { maxLength: 100 } }),
      description: 'Names of the fields that change in an updated node.',
    }),
    position: t.exposeBoolean('position', {
      description:
        'Whether the node moves to another parent or to another place among its siblings. False if its place changes only because other nodes move.',
    }),
  }),
})

/**
 * The Pothos options that declare the maximum length of the list `changes`. In the worst case, the request deletes all
 * nodes of a full course and creates as many new nodes.
 */
export const treeChangeListFieldOptions = withJsonSchema({ maxItems: 2 * maxCourseRecords })

export const treeChangeCountsRef = builder.objectRef<TreeChangeCounts>('TreeCounts').implement({
  description: 'The number of nodes for each kind of change. A node that is both updated and moved counts twice.',
  fields: (t) => {
    const count = (change: TreeChangeKind) =>
      t.exposeInt(change, { description: `Number of nodes that are ${change}.` })
    return {
      created: count('created'),
      updated: count('updated'),
      moved: count('moved'),
      deleted: count('deleted'),
      unchanged: count('unchanged'),
    }
  },
})
