import DataLoader from 'dataloader'
import { lessonRef } from '../courses/outline/graphql/refs.ts'
import { getDataLoaders } from '../courses/outline/reads/loaders.ts'
import type { CourseRow } from '../courses/outline/rows.ts'
import { builder } from '../operations/builder.ts'
import type { GraphQLContext } from '../operations/context.ts'
import { graphqlOnlyFieldOptions } from '../operations/field-options.ts'
import { requireRecord } from '../platform/errors.ts'
import { findChangedLessons } from './content/changed-lessons.ts'

type ChangedLessonLoader = DataLoader<string, boolean>
type LoadersByCourse = Map<string, ChangedLessonLoader>
const loaders = new WeakMap<GraphQLContext, LoadersByCourse>()

/** Returns the DataLoader that compares lessons of a course with its live release. Each request has its own. */
function getChangedLessonLoader(context: GraphQLContext, { id, liveReleaseNumber }: CourseRow): ChangedLessonLoader {
  const byCourse: LoadersByCourse = loaders.get(context) ?? new Map()
  loaders.set(context, byCourse)
  const loader =
    byCourse.get(id) ??
    new DataLoader<string, boolean>(
      async (ids) => {
        const live = { courseId: id, number: liveReleaseNumber }
        const changed = await findChangedLessons(context.db.sql, context.workspaceId(), live, ids)
        return ids.map((lessonId) => changed.has(lessonId))
      },
      { cache: false, maxBatchSize: 50 },
    )
  byCourse.set(id, loader)
  return loader
}

builder.objectField(lessonRef, 'hasUnpublishedChanges', (t) =>
  t.boolean({
    description:
      'Whether the lesson or one of its blocks differs from the live release of the course. True if the live release does not have the lesson.',
    ...graphqlOnlyFieldOptions,
    complexity: 20,
    resolve: async ({ id, courseId }, _args, context) => {
      const course = requireRecord('Course', await getDataLoaders(context).course.load(courseId))
      return course.hasUnpublishedChanges && getChangedLessonLoader(context, course).load(id)
    },
  }),
)
