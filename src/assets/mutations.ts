import { Readable } from 'node:stream'
import { deletedResultRef } from '../courses/outline/graphql/record-types.ts'
import { getWorkspaceAddress } from '../identity/delivery-workspaces.ts'
import { builder } from '../operations/builder.ts'
import '../operations/bytes.ts'
import { clearableFieldOptions } from '../operations/field-options.ts'
import { makeLongRunningIdempotentResolver } from '../operations/idempotency.ts'
import { operation } from '../operations/operation.ts'
import {
  makeFieldLimitOptionsFromZod,
  makeInputTypeLimitOptionsFromZod,
  parseArgument,
  parseInput,
} from '../operations/validation.ts'
import { findAssetByHash, readAsset } from './record/rows.ts'
import {
  assetNameSchema,
  createAssetSchema,
  importAssetSchema,
  maxContentBytes,
  updateAssetSchema,
} from './record/rules.ts'
import { deleteAsset } from './removal/delete.ts'
import { type AssetWithUpload, assetRef } from './type.ts'
import { updateAsset } from './update.ts'
import { finishUpload, keepAtOnce } from './uploads/finish.ts'
import { importAsset } from './uploads/import.ts'
import { reserveAsset } from './uploads/reserve.ts'
import { makeUploadAddress } from './uploads/upload-address.ts'

const nameDescription = 'Name of the file, without folders.'
const altDescription = 'Alternative text of a picture.'

const importInputRef = builder.inputType('ImportAssetInput', {
  description: 'A file to fetch from an address.',
  ...makeInputTypeLimitOptionsFromZod(importAssetSchema, { url: 'https://example.com/leaf.jpg' }),
  fields: (t) => ({
    url: t.string({ required: true, description: 'Address on the public Internet, with https.' }),
    name: t.string({ description: `${nameDescription} By default, the last part of the address.` }),
    alt: t.string({ description: altDescription }),
  }),
})

builder.mutationField('importAsset', (t) =>
  t.field({
    ...operation({
      access: 'assets:write',
      rest: { method: 'POST', path: '/assets/import', tag: 'Files', storesFile: true },
      tool: {
        name: 'import_asset',
        kind: 'url',
        toolset: 'assets',
        title: 'Add a file',
        description:
          'Adds a file, which content names by its id as assetId. Of kind url: fetches it. Of kind upload: returns an address; send the bytes there with PUT, then call kind complete with the id.',
        openWorld: true,
        selection: '{ id state type width height durationMs url }',
      },
      idempotent: 'lease',
    }),
    type: assetRef,
    description: 'Fetches a file from an address and keeps it. The file is ready at once.',
    args: { input: t.arg({ type: importInputRef, required: true, description: 'The file.' }) },
    resolve: makeLongRunningIdempotentResolver(
      'importAsset',
      (_root, { input }, context): Promise<AssetWithUpload> =>
        importAsset(context, parseInput(importAssetSchema, input)),
    ),
  }),
)

const createInputRef = builder.inputType('CreateAssetInput', {
  description: 'A file to upload.',
  ...makeInputTypeLimitOptionsFromZod(createAssetSchema, { name: 'leaf.jpg', bytes: 2_480_112 }),
  fields: (t) => ({
    name: t.string({ required: true, description: nameDescription }),
    bytes: t.float({ required: true, description: 'Size in bytes.' }),
    sha256: t.string({
      description: 'SHA-256 of the bytes, in hexadecimal. If the workspace has this file, nothing need be sent.',
    }),
    alt: t.string({ description: altDescription }),
  }),
})

builder.mutationField('createAsset', (t) =>
  t.field({
    ...operation({
      access: 'assets:write',
      rest: { method: 'POST', path: '/assets', status: 201, tag: 'Files', location: '/assets/{id}', storesFile: true },
      tool: {
        name: 'import_asset',
        kind: 'upload',
        toolset: 'assets',
        title: 'Add a file',
        selection: '{ id state upload { url method } }',
      },
      idempotent: true,
    }),
    type: assetRef,
    description:
      'Begins the upload of a file, and reserves storage for it. Send the bytes to `upload`, then call completeAsset. A file that the workspace already has is returned as it is.',
    args: { input: t.arg({ type: createInputRef, required: true, description: 'The file.' }) },
    resolve: async (_root, { input }, context): Promise<AssetWithUpload> => {
      const { db, config, fileStore, workspaceId } = context
      const file = parseInput(createAssetSchema, input)
      const known = file.sha256 == null ? undefined : await findAssetByHash(db.sql, workspaceId(), file.sha256)
      if (known) return known
      const asset = await reserveAsset(context, { ...file, sha256: file.sha256 ?? null, alt: file.alt ?? null })
      const address = await getWorkspaceAddress(db.sql, workspaceId())
      return { ...asset, upload: await makeUploadAddress(fileStore, asset, address, config.publicUrl ?? '') }
    },
  }),
)

builder.mutationField('uploadAssetContent', (t) =>
  t.field({
    ...operation({
      access: 'assets:write',
      maxBodyBytes: maxContentBytes,
      rest: {
        method: 'PUT',
        path: '/assets/content',
        tag: 'Files',
        rawBody: 'content',
        storesFile: true,
        canConflict: true,
      },
    }),
    type: assetRef,
    description: 'Uploads a small file in one request. The file is ready at once.',
    args: {
      name: t.arg.string({
        required: true,
        ...makeFieldLimitOptionsFromZod(assetNameSchema),
        description: nameDescription,
      }),
      content: t.arg({ type: 'Bytes', required: true, description: 'The bytes of the file, at most 4 MB.' }),
    },
    resolve: async (_root, args, context) => {
      const name = parseArgument('name', assetNameSchema, args.name)
      const asset = await reserveAsset(context, { name, bytes: args.content.length })
      const write = (key: string) =>
        context.fileStore.write(key, Readable.from([args.content]), args.content.length, 'application/octet-stream')
      return keepAtOnce(context, asset, write, { path: 'content' })
    },
  }),
)

builder.mutationField('completeAsset', (t) =>
  t.field({
    ...operation({
      access: 'assets:write',
      rest: {
        method: 'POST',
        path: '/assets/{assetId}/complete',
        tag: 'Files',
        names: { id: 'assetId' },
        storesFile: true,
      },
      tool: {
        name: 'import_asset',
        kind: 'complete',
        toolset: 'assets',
        title: 'Add a file',
        selection: '{ id state type width height durationMs url }',
      },
    }),
    type: assetRef,
    description:
      'Completes an upload: checks the size and hash, finds out the type from the bytes, and removes from pictures where and when they were taken. Content that is not allowed is refused.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the file.' }) },
    resolve: async (_root, { id }, context) =>
      finishUpload(context, await readAsset(context.db.sql, context.workspaceId(), id)),
  }),
)

const updateInputRef = builder.inputType('UpdateAssetInput', {
  description: 'The changes of a file. Missing fields stay unchanged.',
  ...makeInputTypeLimitOptionsFromZod(updateAssetSchema, { alt: 'A leaf in cross-section' }),
  fields: (t) => ({
    name: t.string({ description: nameDescription }),
    alt: t.string({ ...clearableFieldOptions, description: altDescription }),
  }),
})

builder.mutationField('updateAsset', (t) =>
  t.field({
    ...operation({
      access: 'assets:write',
      rest: { method: 'PATCH', path: '/assets/{assetId}', tag: 'Files', names: { id: 'assetId' } },
    }),
    type: assetRef,
    description: 'Changes the name or the alternative text of a file.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the file.' }),
      input: t.arg({ type: updateInputRef, required: true, description: 'The changes.' }),
    },
    resolve: (_root, { id, input }, { db, workspaceId }) =>
      updateAsset(db.sql, workspaceId(), id, parseInput(updateAssetSchema, input)),
  }),
)

builder.mutationField('deleteAsset', (t) =>
  t.field({
    ...operation({
      access: 'assets:write',
      rest: {
        method: 'DELETE',
        path: '/assets/{assetId}',
        tag: 'Files',
        names: { id: 'assetId' },
        canConflict: true,
      },
    }),
    type: deletedResultRef,
    description: 'Deletes a file for good. A file that is used is not deleted.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the file.' }) },
    resolve: async (_root, { id }, context) => {
      await deleteAsset(context, id)
      return { id }
    },
  }),
)
