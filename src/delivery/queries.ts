import { z } from 'zod'
import { builder } from '../operations/builder.ts'
import { operation } from '../operations/operation.ts'
import { computePageListComplexity, pageArgs, readNumberedPage } from '../operations/pages.ts'
import { makeFieldLimitOptionsFromZod } from '../operations/validation.ts'
import { makeCourseListCachePolicy } from './caching.ts'
import { identifyLearner } from './learner.ts'
import { resolveDeliveredLesson } from './lesson-resolver.ts'
import { readDeliveredCoursePage } from './list.ts'
import { resolveDeliveredCourse, resolveDeliveredCourseTree } from './resolvers.ts'
import { deliveredLessonRef, deliveredTreeRef } from './tree-type.ts'
import { deliveredCoursePageRef, deliveredCourseRef } from './type.ts'

export const deliveryOpenapiTag = 'Delivery'
export const deliveredCourseRestPath = '/delivery/{workspace}/courses/{idOrSlug}'
/** The arguments that have different names in GraphQL and in REST: a map from the GraphQL name to the REST name. */
export const graphqlToRestArgumentNames = { course: 'idOrSlug' }

const idOrSlugOptions = makeFieldLimitOptionsFromZod(z.string().max(100))

/** The argument that identifies the workspace. */
export const deliveryWorkspaceArgs = builder.args((t) => ({
  workspace: t.string({
    ...idOrSlugOptions,
    required: true,
    description: 'Public identifier of the workspace, which the query `viewer` returns as workspace.publicId.',
  }),
}))
export const deliveryCourseArgs = builder.args((t) => ({
  course: t.string({ ...idOrSlugOptions, required: true, description: 'Identifier or slug of the course.' }),
}))

builder.queryField('deliveredCoursePage', (t) =>
  t.field({
    ...operation({
      access: 'learner',
      rest: {
        method: 'GET',
        path: '/delivery/{workspace}/courses',
        tag: deliveryOpenapiTag,
        names: { perPage: 'per_page' },
        caching: true,
      },
    }),
    type: deliveredCoursePageRef,
    description:
      'One page of the published courses of a workspace, the newest first. Callers without an API key get only public courses.',
    args: { ...deliveryWorkspaceArgs, ...pageArgs },
    complexity: (args) => computePageListComplexity(args.perPage),
    resolve: (_root, { workspace, ...args }, { db, caller, notes }) =>
      readNumberedPage(args, async (slice) => {
        const learner = await identifyLearner(db.sql, caller, workspace)
        const { secondsLeft, ...page } = await readDeliveredCoursePage(db.sql, learner, slice)
        notes.caching = makeCourseListCachePolicy(workspace, learner.isAnonymous, secondsLeft)
        return page
      }),
  }),
)

builder.queryField('deliveredCourse', (t) =>
  t.field({
    ...operation({
      access: 'learner',
      rest: {
        method: 'GET',
        path: deliveredCourseRestPath,
        tag: deliveryOpenapiTag,
        names: graphqlToRestArgumentNames,
        caching: true,
      },
    }),
    type: deliveredCourseRef,
    nullable: true,
    description: 'The live release of a course: its fields, modules and lessons, without the content of lessons.',
    args: { ...deliveryWorkspaceArgs, ...deliveryCourseArgs },
    resolve: (_root, args, context) => resolveDeliveredCourse(context, args),
  }),
)

builder.queryField('deliveredLesson', (t) =>
  t.field({
    ...operation({
      access: 'learner',
      rest: {
        method: 'GET',
        path: `${deliveredCourseRestPath}/lessons/{lessonId}`,
        tag: deliveryOpenapiTag,
        names: graphqlToRestArgumentNames,
        caching: true,
      },
    }),
    type: deliveredLessonRef,
    nullable: true,
    description: 'A lesson of the live release of a course, without quiz answers.',
    args: {
      ...deliveryWorkspaceArgs,
      ...deliveryCourseArgs,
      lessonId: t.arg.id({ required: true, description: 'Identifier of the lesson.' }),
    },
    resolve: (_root, { lessonId, ...request }, context) => resolveDeliveredLesson(context, request, lessonId),
  }),
)

builder.queryField('deliveredTree', (t) =>
  t.field({
    ...operation({
      access: 'learner',
      rest: {
        method: 'GET',
        path: `${deliveredCourseRestPath}/tree`,
        tag: deliveryOpenapiTag,
        names: graphqlToRestArgumentNames,
        caching: true,
      },
    }),
    type: deliveredTreeRef,
    nullable: true,
    description: 'The live release of a course with all its lessons, without quiz answers.',
    args: { ...deliveryWorkspaceArgs, ...deliveryCourseArgs },
    resolve: (_root, args, context) => resolveDeliveredCourseTree(context, args),
  }),
)
