import { builder } from '../operations/builder.ts'
import { operation } from '../operations/operation.ts'
import { releaseNumberArgs } from '../releases/arguments.ts'
import { courseArgs, deliveredCoursePath, deliveryOpenapiTag, deliveryRestNames, workspaceArgs } from './queries.ts'
import { resolveCourse, resolveLesson, resolveTree } from './resolvers.ts'
import { deliveredCourseRef, deliveredLessonRef, deliveredTreeRef } from './type.ts'

const args = { ...workspaceArgs, ...courseArgs, ...releaseNumberArgs }

const restOf = (below = '') =>
  ({
    method: 'GET',
    path: `${deliveredCoursePath}/releases/{number}${below}`,
    tag: deliveryOpenapiTag,
    names: deliveryRestNames,
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
    resolve: (_root, request, context) => resolveCourse(context, request),
  }),
)

builder.queryField('deliveredReleaseLesson', (t) =>
  t.field({
    ...operation({ access: 'learner', rest: restOf('/lessons/{lessonId}') }),
    type: deliveredLessonRef,
    nullable: true,
    description: 'A lesson of a numbered release, without quiz answers. The content of a release never changes.',
    args: { ...args, lessonId: t.arg.id({ required: true, description: 'Identifier of the lesson.' }) },
    resolve: (_root, { lessonId, ...request }, context) => resolveLesson(context, request, lessonId),
  }),
)

builder.queryField('deliveredReleaseTree', (t) =>
  t.field({
    ...operation({ access: 'learner', rest: restOf('/tree') }),
    type: deliveredTreeRef,
    nullable: true,
    description: 'A numbered release of a course with all its lessons, without quiz answers.',
    args,
    resolve: (_root, request, context) => resolveTree(context, request),
  }),
)
