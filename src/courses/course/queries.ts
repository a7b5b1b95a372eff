import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { makeNotFoundError, requireRecord } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { courseRef } from '../outline/graphql/refs.ts'
import { getDataLoaders } from '../outline/reads/loaders.ts'
import { readCourseTreeInTurn } from '../tree/reads/in-turn.ts'
import { getRequestedTreeLevels } from '../tree/reads/lookahead.ts'

builder.queryField('course', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: { method: 'GET', path: '/courses/{courseId}', tag: 'Courses', names: { id: 'courseId' } },
    }),
    type: courseRef,
    nullable: true,
    description: 'The course with this identifier.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the course.' }) },
    // For each level (modules, lessons, blocks) that the GraphQL query selects, one SQL statement reads all records.
    resolve: async (_root, { id }, context, info) => {
      if (!isUuid(id)) throw makeNotFoundError('Course')
      const selection = getRequestedTreeLevels(info)
      const course = selection.module
        ? await readCourseTreeInTurn(context, id, selection)
        : await getDataLoaders(context)[selection.course === 'lean' ? 'leanCourse' : 'course'].load(id)
      return requireRecord('Course', course)
    },
  }),
)
