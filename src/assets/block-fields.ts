import DataLoader from 'dataloader'
import { findAssetIds, maxAssetsOfBlock } from '../courses/block/asset-ids.ts'
import { blockRef } from '../courses/outline/graphql/refs.ts'
import { getDataLoaders } from '../courses/outline/reads/loaders.ts'
import { builder } from '../operations/builder.ts'
import type { GraphQLContext } from '../operations/context.ts'
import { graphqlOnlyFieldOptions } from '../operations/field-options.ts'
import { withJsonSchema } from '../operations/json-schema.ts'
import { operation } from '../operations/operation.ts'
import { declareIdFieldPair } from '../operations/record-id.ts'
import { requireRecord } from '../platform/errors.ts'
import { isUuid } from '../platform/uuid.ts'
import type { AssetAddress } from './serving/addresses.ts'
import { readAssetAddresses } from './serving/read-addresses.ts'

const maxUrlChars = 4000
const url = (description: string) => ({ ...withJsonSchema({ maxLength: maxUrlChars }), description })

const sizeRef = builder.objectRef<AssetAddress['sizes'][number]>('AssetSize').implement({
  description: 'A picture in a smaller width.',
  fields: (t) => ({
    width: t.exposeInt('width', { description: 'Width in pixels.' }),
    url: t.exposeString('url', url('Address of the picture.')),
  }),
})

/** The GraphQL type of a file that content names. */
export const assetAddressRef = builder.objectRef<AssetAddress>('BlockAsset').implement({
  description:
    'A file that content names, with the addresses that show it: for an hour, or for good in a public course.',
  fields: (t) => ({
    ...declareIdFieldPair(t, 'assetId', 'Identifier of the file.'),
    url: t.exposeString('url', url('Address of the file.')),
    type: t.exposeString('type', { ...withJsonSchema({ maxLength: 100 }), description: 'Media type.' }),
    name: t.exposeString('name', { ...withJsonSchema({ maxLength: 1000 }), description: 'Name of the file.' }),
    alt: t.exposeString('alt', {
      nullable: true,
      ...withJsonSchema({ maxLength: 1000 }),
      description: 'Alternative text of the file, for a block that has none.',
    }),
    width: t.exposeInt('width', { nullable: true, description: 'Width of a picture or film in pixels.' }),
    height: t.exposeInt('height', { nullable: true, description: 'Height of a picture or film in pixels.' }),
    durationMs: t.exposeInt('durationMs', { nullable: true, description: 'Duration in milliseconds.' }),
    thumbhash: t.exposeString('thumbhash', {
      nullable: true,
      ...withJsonSchema({ maxLength: 100 }),
      description: 'A blurred preview of a picture (ThumbHash), in Base64.',
    }),
    sizes: t.expose('sizes', {
      type: [sizeRef],
      ...withJsonSchema({ maxItems: 10 }),
      description: 'A picture in smaller widths, the smallest first.',
    }),
  }),
})

/** Whose files are read, and whether a public course shows them, so that their addresses need no signature. */
export type AssetReader = { workspaceId: string; isPublic: boolean }

type AddressLoader = DataLoader<string, AssetAddress | null>
const loaders = new WeakMap<GraphQLContext, Map<string, AddressLoader>>()

/** Returns the DataLoader that reads the files of several blocks in one SQL statement. */
function getAddressLoader(context: GraphQLContext, { workspaceId, isPublic }: AssetReader): AddressLoader {
  const known = loaders.get(context) ?? new Map<string, AddressLoader>()
  loaders.set(context, known)
  const name = `${workspaceId} ${isPublic}`
  const { sql } = context.db
  const { baseUrl } = context.config.files
  const loader =
    known.get(name) ??
    new DataLoader<string, AssetAddress | null>(
      async (ids) => {
        const found = await readAssetAddresses(sql, workspaceId, ids, { baseUrl, isPublic })
        return ids.map((id) => found.get(id) ?? null)
      },
      { maxBatchSize: 1000 },
    )
  known.set(name, loader)
  return loader
}

/** Reads the ready files that a JSON text names, at most `max` of them. */
export async function readAssetsOfContent(
  context: GraphQLContext,
  content: string,
  reader: AssetReader = { workspaceId: context.workspaceId(), isPublic: false },
  max = maxAssetsOfBlock,
): Promise<AssetAddress[]> {
  const found = await getAddressLoader(context, reader).loadMany(findAssetIds(content, max))
  const failure = found.find((one) => one instanceof Error)
  if (failure) throw failure
  return found.filter((one): one is AssetAddress => one !== null && !(one instanceof Error))
}

const description =
  'The ready files that the content names, with their addresses, which change every hour. The ETag of the block does not.'

builder.objectFields(blockRef, (t) => ({
  assets: t.field({
    type: [assetAddressRef],
    extensions: { ...graphqlOnlyFieldOptions.extensions, ...withJsonSchema({ maxItems: maxAssetsOfBlock }).extensions },
    description,
    complexity: 10,
    resolve: ({ content }, _args, context) => readAssetsOfContent(context, content),
  }),
}))

builder.queryField('blockAssets', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: { method: 'GET', path: '/blocks/{blockId}/assets', tag: 'Files', names: { id: 'blockId' } },
      maxItems: maxAssetsOfBlock,
    }),
    type: [assetAddressRef],
    description: 'The ready files that a block names, with the addresses that show them for an hour.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the block.' }) },
    resolve: async (_root, { id }, context) => {
      const block = isUuid(id) ? await getDataLoaders(context).block.load(id) : undefined
      return readAssetsOfContent(context, requireRecord('Block', block).content)
    },
  }),
)
