import { builder } from '../../operations/builder.ts'
import type { GraphQLContext } from '../../operations/context.ts'
import { declareCommonCourseFields } from '../outline/graphql/course-fields.ts'
import { courseEtagTypeOptions } from '../outline/graphql/etag-parts.ts'
import { declareCourseTimeAndActorFields } from '../outline/graphql/history-fields.ts'
import { courseRef, federationEntityDirectives, moduleRef, recordInterfaceRef } from '../outline/graphql/refs.ts'
import { findRememberedCourseCounts } from '../outline/reads/course-counts.ts'
import { getDataLoaders } from '../outline/reads/loaders.ts'
import type { CourseRow } from '../outline/rows.ts'

type CountName = 'lessonCount' | 'blockCount'

/**
 * Returns the number of lessons or blocks of a course. Queries the database only if this process has no cached counts
 * for the tree version of the course.
 */
function readCourseCount(course: CourseRow, name: CountName, context: GraphQLContext): number | Promise<number> {
  const remembered = findRememberedCourseCounts(context.db.sql, context.workspaceId(), course)
  if (remembered) {
    course.lessonCount = remembered.lessonCount
    course.blockCount = remembered.blockCount
    return remembered[name]
  }
  return getDataLoaders(context)
    .courseCounts.load(course.id)
    .then((counts) => counts[name])
}

builder.objectType(courseRef, {
  ...courseEtagTypeOptions,
  directives: federationEntityDirectives,
  interfaces: [recordInterfaceRef],
  description: 'A course: an ordered list of modules. Modules contain lessons, and lessons contain content blocks.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the course (UUID).' }),
    ...declareCommonCourseFields(t),
    liveReleaseNumber: t.exposeInt('liveReleaseNumber', {
      nullable: true,
      description: 'Number of the live release, which is the release that learners see. Null if no release is live.',
    }),
    publishedAt: t.expose('publishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the live release went live. Null if no release is live.',
    }),
    hasUnpublishedChanges: t.exposeBoolean('hasUnpublishedChanges', {
      description: 'Whether the draft may differ from the live release. True if the course has no live release.',
    }),
    version: t.exposeInt('version', { description: 'Version of the course. Each change of its own fields adds one.' }),
    treeVersion: t.exposeInt('treeVersion', {
      description:
        'Version of the course with its modules, lessons and blocks. Each change of one of them increases treeVersion. putCourseTree compares treeVersion with expectedVersion.',
    }),
    ...declareCourseTimeAndActorFields(t),
    modules: t.field({
      type: [moduleRef],
      description: 'The modules of the course, in order.',
      resolve: (course, _args, context) => course.modules ?? getDataLoaders(context).modulesOf.load(course.id),
    }),
    lessonCount: t.int({
      description: 'Number of lessons in the course.',
      resolve: (course, _args, context) => course.lessonCount ?? readCourseCount(course, 'lessonCount', context),
    }),
    blockCount: t.int({
      description: 'Number of content blocks in the course.',
      resolve: (course, _args, context) => course.blockCount ?? readCourseCount(course, 'blockCount', context),
    }),
  }),
})
