import { builder } from '../builder.ts'
import { isId } from '../checks.ts'
import { expose } from '../expose.ts'
import { mustExist } from '../outline/records.ts'
import { readTree, wholeTo } from '../outline/trees.ts'
import { courseTreeRef, treeDepthRef } from './type.ts'

builder.queryField('courseTree', (t) =>
  t.field({
    ...expose({
      access: 'courses:read',
      rest: {
        method: 'GET',
        path: '/courses/{courseId}/tree',
        tag: 'Courses',
        names: { id: 'courseId' },
        etag: 'treeVersion',
      },
    }),
    type: courseTreeRef,
    nullable: true,
    description: 'A course with everything below it, as an outline or in full. The ETag is the tree version.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      depth: t.arg({ type: treeDepthRef, description: 'How much of it. Default full.' }),
    },
    complexity: { field: 100, multiplier: 1 },
    resolve: async (_root, { id, depth }, context) => {
      const workspaceId = context.workspaceId()
      const level = depth === 'outline' ? 'lessons' : 'blocks'
      return mustExist('Course', isId(id) ? await readTree(context.db.sql, workspaceId, id, wholeTo[level]) : undefined)
    },
  }),
)
