import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { requireRecord } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { readCourseTreeInTurn } from './reads/in-turn.ts'
import { treeLevelsByDepth } from './reads/trees.ts'
import { courseTreeRef, treeDepthRef } from './type.ts'

builder.queryField('courseTree', (t) =>
  t.field({
    ...operation({
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
    description:
      'A course with its modules, lessons and blocks. If depth is outline, blocks is null. The ETag begins with the treeVersion.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      depth: t.arg({ type: treeDepthRef, description: 'How much of the course to read. The default is full.' }),
    },
    complexity: { field: 1000, multiplier: 1 },
    resolve: async (_root, { id, depth }, context) => {
      const level = depth === 'outline' ? 'lessons' : 'blocks'
      return requireRecord(
        'Course',
        isUuid(id) ? await readCourseTreeInTurn(context, id, treeLevelsByDepth[level]) : undefined,
      )
    },
  }),
)
