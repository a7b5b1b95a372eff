import DataLoader from 'dataloader'
import { courseRef } from '../courses/outline/graphql/refs.ts'
import type { CourseRow } from '../courses/outline/rows.ts'
import { builder } from '../operations/builder.ts'
import type { GraphQLContext } from '../operations/context.ts'
import { graphqlOnlyFieldOptions } from '../operations/field-options.ts'
import { computePageListComplexity } from '../operations/pages.ts'
import { makeFieldLimitOptionsFromZod, pagingSchema, parseInput } from '../operations/validation.ts'
import {
  type CourseAndReleaseNumber,
  type ReleaseRow,
  readReleasePage,
  readReleasesByCourseAndNumber,
} from './content/row.ts'
import { releaseRef } from './type.ts'

const keyOf = ({ courseId, number }: CourseAndReleaseNumber) => `${courseId} ${number}`

type LiveReleaseLoader = DataLoader<CourseAndReleaseNumber, ReleaseRow | null>
const loaders = new WeakMap<GraphQLContext, LiveReleaseLoader>()

/**
 * Returns the DataLoader that reads the live releases of several courses in one SQL statement. Each request has a
 * separate DataLoader.
 */
function getLiveReleaseLoader(context: GraphQLContext): LiveReleaseLoader {
  const found = loaders.get(context)
  if (found) return found
  const loader: LiveReleaseLoader = new DataLoader(
    async (keys) => {
      const rows = await readReleasesByCourseAndNumber(context.db.sql, context.workspaceId(), keys)
      const byKey = new Map(rows.map((row) => [keyOf(row), row]))
      return keys.map((key) => byKey.get(keyOf(key)) ?? null)
    },
    { cache: false, maxBatchSize: 500 },
  )
  loaders.set(context, loader)
  return loader
}

builder.objectFields(courseRef, (t) => ({
  liveRelease: t.field({
    type: releaseRef,
    nullable: true,
    description: 'The live release, which learners see. Null if the course has no live release.',
    ...graphqlOnlyFieldOptions,
    resolve: ({ id: courseId, liveReleaseNumber: number }: CourseRow, _args, context) =>
      number === null ? null : getLiveReleaseLoader(context).load({ courseId, number }),
  }),
  releases: t.field({
    type: [releaseRef],
    description: 'The newest releases of the course, the newest first.',
    ...graphqlOnlyFieldOptions,
    args: {
      first: t.arg.int({
        ...makeFieldLimitOptionsFromZod(pagingSchema.shape.perPage),
        description: 'The maximum number of releases, 1 to 100. Default 20.',
      }),
    },
    complexity: ({ first }) => computePageListComplexity(first),
    resolve: async ({ id }: CourseRow, { first }, context) => {
      const { perPage: limit } = parseInput(pagingSchema, { perPage: first ?? undefined })
      return (await readReleasePage(context.db.sql, context.workspaceId(), id, { limit, offset: 0 }))?.items ?? []
    },
  }),
}))
