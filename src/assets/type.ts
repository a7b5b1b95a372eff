import { getWorkspaceAddress } from '../identity/delivery-workspaces.ts'
import { actorFieldOptions, findActorOfCallerId } from '../operations/actor.ts'
import { builder } from '../operations/builder.ts'
import { graphqlOnlyFieldOptions, makeExposedFieldOptions } from '../operations/field-options.ts'
import { withJsonSchema } from '../operations/json-schema.ts'
import { declarePageType } from '../operations/pages.ts'
import { makeResponseLimitsFromZod } from '../operations/validation.ts'
import type { UploadAddress, UploadPart } from '../platform/files/file-store.ts'
import type { AssetRow, AssetState } from './record/rows.ts'
import { altSchema, assetNameSchema } from './record/rules.ts'
import { makeAssetAddress } from './serving/addresses.ts'
import { type AssetUse, maxListedUses, readAssetUses } from './uses/read-uses.ts'

/** A file, with the address for its bytes if the request has begun an upload. */
export type AssetWithUpload = AssetRow & { upload?: UploadAddress }

// A GraphQL Int ends at 2 GB.
const byteCount = {
  type: 'Float',
  ...withJsonSchema({ type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
} as const

const maxUrlChars = 4000
const maxParts = 10_000

const assetStateRef = builder.enumType('AssetState', {
  description: 'Whether a file can be used.',
  values: {
    pending: { description: 'The bytes have not arrived, or the upload is not completed.' },
    ready: { description: 'The file can be used.' },
    refused: { description: 'The content is not allowed. The record is deleted after a day.' },
  } satisfies Record<AssetState, { description: string }>,
})

const usePlaceRef = builder.enumType('AssetUsePlace', {
  description: 'Where a file is used.',
  values: {
    draft: { description: 'In a course as its authors edit it.' },
    release: { description: 'In a release that is kept.' },
    trash: { description: 'In something deleted that can be restored.' },
  } satisfies Record<AssetUse['place'], { description: string }>,
})

export const assetUseRef = builder.objectRef<AssetUse>('AssetUse').implement({
  description: 'A place that uses a file.',
  fields: (t) => ({
    place: t.expose('place', { type: usePlaceRef, description: 'The kind of place.' }),
    courseId: t.exposeID('courseId', { description: 'The course that uses the file.' }),
    lessonId: t.exposeID('lessonId', {
      nullable: true,
      description: 'The lesson. Null for the course itself and in the trash.',
    }),
    blockId: t.exposeID('blockId', { nullable: true, description: 'The block of a draft.' }),
  }),
})

const uploadPartRef = builder.objectRef<UploadPart>('AssetUploadPart').implement({
  description: 'A part of a file with an address of its own.',
  fields: (t) => ({
    url: t.exposeString('url', {
      ...withJsonSchema({ maxLength: maxUrlChars }),
      description: 'Where to send the part with PUT.',
    }),
    start: t.expose('start', { ...byteCount, description: 'The position of the first byte of the part.' }),
    end: t.expose('end', { ...byteCount, description: 'The position after the last byte of the part.' }),
  }),
})

const uploadRef = builder.objectRef<UploadAddress>('AssetUpload').implement({
  description:
    'Where to send the bytes of a file within an hour. The addresses need no API key. An address without a host is on this service.',
  fields: (t) => ({
    url: t.exposeString('url', {
      ...withJsonSchema({ maxLength: maxUrlChars }),
      description: 'Where to send the whole file.',
    }),
    method: t.exposeString('method', { ...withJsonSchema({ const: 'PUT' }), description: 'Always PUT.' }),
    headers: t.expose('headers', { type: 'JSONObject', description: 'The headers that the request must have.' }),
    parts: t.field({
      type: [uploadPartRef],
      nullable: true,
      ...withJsonSchema({ maxItems: maxParts }),
      description:
        'The parts in which a file of more than 16 MB can be sent, one after the other, so that a part that fails can be sent again. Null for a small file.',
      resolve: ({ parts }) => parts ?? null,
    }),
  }),
})

const text = (maxLength: number) => withJsonSchema({ maxLength })

export const assetRef = builder.objectRef<AssetWithUpload>('Asset')

builder.objectType(assetRef, {
  description: 'A file of a workspace: a picture, film, sound, captions or a document.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the file (UUID). Content names the file by it, as `assetId`.' }),
    state: t.expose('state', { type: assetStateRef, description: 'Whether the file can be used.' }),
    name: t.exposeString('name', {
      ...withJsonSchema(makeResponseLimitsFromZod(assetNameSchema)),
      description: 'Name of the file.',
    }),
    type: t.exposeString('type', {
      nullable: true,
      ...text(100),
      description: 'Media type, as the service has found it in the bytes. Null until the file is ready.',
    }),
    bytes: t.expose('bytes', {
      ...byteCount,
      description: 'Size in bytes. Until the file is ready, the announced size.',
    }),
    hash: t.exposeString('hash', {
      nullable: true,
      ...text(64),
      description: 'SHA-256 of the bytes as they were sent, in hexadecimal. Null until the file is ready.',
    }),
    alt: t.exposeString('alt', {
      nullable: true,
      ...withJsonSchema(makeResponseLimitsFromZod(altSchema)),
      description: 'Alternative text of a picture, for places that have none of their own.',
    }),
    width: t.exposeInt('width', { nullable: true, description: 'Width of a picture or film in pixels.' }),
    height: t.exposeInt('height', { nullable: true, description: 'Height of a picture or film in pixels.' }),
    durationMs: t.exposeInt('durationMs', {
      nullable: true,
      description: 'Duration of a film, of sound or of captions in milliseconds.',
    }),
    thumbhash: t.exposeString('thumbhash', {
      nullable: true,
      ...text(100),
      description: 'A blurred preview of a picture (ThumbHash), in Base64.',
    }),
    url: t.string({
      nullable: true,
      ...text(maxUrlChars),
      description: 'An address that shows the file for an hour, without an API key. Null until the file is ready.',
      resolve: async (asset, _args, { db, config, workspaceId }) => {
        if (asset.state !== 'ready') return null
        const address = await getWorkspaceAddress(db.sql, workspaceId())
        return makeAssetAddress(asset, { ...address, baseUrl: config.files.baseUrl, isPublic: false }).url
      },
    }),
    refusal: t.exposeString('refusal', {
      nullable: true,
      ...text(5000),
      description: 'Why the content was refused.',
    }),
    upload: t.field({
      type: uploadRef,
      nullable: true,
      description: 'Where to send the bytes. Null unless the request has begun an upload.',
      resolve: ({ upload }) => upload ?? null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      ...makeExposedFieldOptions('createdAt'),
      description: 'When the file was created.',
      resolve: ({ createdAt }) => createdAt,
    }),
    createdBy: t.field({
      ...actorFieldOptions,
      description: 'Who created the file.',
      resolve: ({ createdBy }, _args, context) => findActorOfCallerId(context, createdBy),
    }),
    usedIn: t.field({
      type: [assetUseRef],
      ...graphqlOnlyFieldOptions,
      extensions: { ...graphqlOnlyFieldOptions.extensions, ...withJsonSchema({ maxItems: maxListedUses }).extensions },
      description: `The places that use the file, at most ${maxListedUses}.`,
      complexity: 10,
      resolve: ({ id }, _args, { db, workspaceId }) => readAssetUses(db.sql, workspaceId(), id),
    }),
  }),
})

export const assetPageRef = declarePageType('AssetPage', assetRef, 'the files of a workspace, the newest first')
