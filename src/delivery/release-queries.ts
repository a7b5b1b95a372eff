import { builder } from '../operations/builder.ts'
import { operation } from '../operations/operation.ts'
import { releaseNumberArg } from '../releases/arguments.ts'
import { resolveDeliveredLesson } from './lesson-resolver.ts'
import {
  deliveredCourseRestPath,
  deliveryCourseArgs,
  deliveryOpenapiTag,
  deliveryWorkspaceArgs,
  graphqlToRestArgumentNames,
} from './queries.ts'
import { resolveDeliveredCourse, resolveDeliveredCourseTree } from './resolvers.ts'
import { deliveredLessonRef, deliveredTreeRef } from './tree-type.ts'
import { deliveredCourseRef } from './type.ts'

const args = { ...deliveryWorkspaceArgs, ...deliveryCourseArgs, ...releaseNumberArg }

const restOf = (below = '') =>
  ({
    method: 'GET',
    path: `${deliveredCourseRestPath}/releases/{number}${below}`,
    tag: deliveryOpenapiTag,
    names: graphqlToRestArgumentNames,
    caching: true,
  }) as const

builder.queryField('deliveredRelease', (t) =>
  t.field({
    ...operation({ access: 'learner', rest: restOf() }),
    type: deliveredCourseRef,
    nullable: true,
    description:
      'A numbered release of a course: the fields of the course, its modules and lessons, without the content of lessons. The content of a release never changes.',
    args,
    resolve: (_root, request, context) => resolveDeliveredCourse(context, request),
  }),
)

builder.queryField('deliveredReleaseLesson', (t) =>
  t.field({
    ...operation({ access: 'learner', rest: restOf('/lessons/{lessonId}') }),
    type: deliveredLessonRef,
    nullable: true,
    description: 'A lesson of a numbered release, without quiz answers. The content of a release never changes.',
    args: { ...args, lessonId: t.arg.id({ required: true, description: 'Identifier of the lesson.' }) },
    resolve: (_root, { lessonId, ...request }, context) => resolveDeliveredLesson(context, request, lessonId),
  }),
)

builder.queryField('deliveredReleaseTree', (t) =>
  t.field({
    ...operation({ access: 'learner', rest: restOf('/tree') }),
    type: deliveredTreeRef,
    nullable: true,
    description: 'A numbered release of a course with all its lessons, without quiz answers.',
    args,
    resolve: (_root, request, context) => resolveDeliveredCourseTree(context, request),
  }),
)
