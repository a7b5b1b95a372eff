import { type AssetReader, assetAddressRef, readAssetsOfContent } from '../assets/block-fields.ts'
import { maxAssetsOfBlock } from '../courses/block/asset-ids.ts'
import { builder } from '../operations/builder.ts'
import type { GraphQLContext } from '../operations/context.ts'
import { graphqlOnlyFieldOptions } from '../operations/field-options.ts'
import { withJsonSchema } from '../operations/json-schema.ts'
import { operation } from '../operations/operation.ts'
import { makeNotFoundError } from '../platform/errors.ts'
import { getAssetReader } from './asset-reader.ts'
import { makeReleaseCachePolicy } from './caching.ts'
import { identifyLearner } from './learner.ts'
import {
  deliveredCourseRestPath,
  deliveryCourseArgs,
  deliveryOpenapiTag,
  deliveryWorkspaceArgs,
  graphqlToRestArgumentNames,
} from './queries.ts'
import { type ReadableReleaseWithOutline, readLessonsWithoutAnswers, readReleaseForLearner } from './read.ts'
import { deliveredBlockRef } from './tree-type.ts'

/** The maximum number of files in a response about a lesson. */
const maxAssetsOfLesson = 500

builder.objectFields(deliveredBlockRef, (t) => ({
  assets: t.field({
    type: [assetAddressRef],
    extensions: { ...graphqlOnlyFieldOptions.extensions, ...withJsonSchema({ maxItems: maxAssetsOfBlock }).extensions },
    description:
      'The ready files that the content names, with their addresses. Those of a public course stay, others change every hour.',
    complexity: 10,
    resolve: (block, _args, context) =>
      readAssetsOfContent(context, JSON.stringify(block.content), getAssetReader(block)),
  }),
}))

/** Returns the JSON text of a lesson, or of what the course itself shows: its description and its cover. */
async function readText(
  { db }: GraphQLContext,
  { workspaceId }: AssetReader,
  { outline, storedHashes }: ReadableReleaseWithOutline,
  lessonId: string | undefined,
): Promise<string> {
  const { description, coverAssetId } = outline
  if (lessonId === undefined) return JSON.stringify({ description, coverAssetId })
  const hash = storedHashes.get(lessonId)
  if (hash === undefined) throw makeNotFoundError('Lesson')
  return (await readLessonsWithoutAnswers(db.sql, workspaceId, [hash])).get(hash)!
}

builder.queryField('deliveredAssets', (t) =>
  t.field({
    ...operation({
      access: 'learner',
      rest: {
        method: 'GET',
        path: `${deliveredCourseRestPath}/assets`,
        tag: deliveryOpenapiTag,
        names: graphqlToRestArgumentNames,
        caching: true,
      },
      maxItems: maxAssetsOfLesson,
    }),
    type: [assetAddressRef],
    description:
      'The ready files that the live release of a course names, with their addresses: those of a lesson, or the cover and the files of the description. Addresses of a public course stay, others change every hour.',
    args: {
      ...deliveryWorkspaceArgs,
      ...deliveryCourseArgs,
      lessonId: t.arg.id({ description: 'Identifier of the lesson. By default, the course itself.' }),
    },
    resolve: async (_root, { workspace, lessonId, course }, context) => {
      const { db, caller, notes } = context
      const learner = await identifyLearner(db.sql, caller, workspace)
      const release = await readReleaseForLearner(db.sql, learner, { course })
      const { etag: _etag, ...caching } = makeReleaseCachePolicy({ course }, release, {
        etag: '',
        ifNoneMatch: undefined,
      })
      notes.caching = caching
      const reader = { workspaceId: learner.workspaceId, isPublic: release.visibility === 'public' }
      const text = await readText(context, reader, release, lessonId?.toLowerCase())
      return readAssetsOfContent(context, text, reader, maxAssetsOfLesson)
    },
  }),
)
