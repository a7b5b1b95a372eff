import { builder } from '../operations/builder.ts'
import { operation } from '../operations/operation.ts'
import { computePageListComplexity, pageArgs, readNumberedPage } from '../operations/pages.ts'
import { makeFieldLimitOptionsFromZod, parseInput } from '../operations/validation.ts'
import { readAssetPage } from './list.ts'
import { readAsset } from './record/rows.ts'
import { assetFilterSchema, searchSchema } from './record/rules.ts'
import { assetPageRef, assetRef, assetUseRef } from './type.ts'
import { maxListedUses, readAssetUses } from './uses/read-uses.ts'

builder.queryField('asset', (t) =>
  t.field({
    ...operation({
      access: 'assets:read',
      rest: {
        method: 'GET',
        path: '/assets/{assetId}',
        tag: 'Files',
        names: { id: 'assetId' },
      },
    }),
    type: assetRef,
    description: 'A file, with an address that shows it.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of the file.' }) },
    resolve: (_root, { id }, { db, workspaceId }) => readAsset(db.sql, workspaceId(), id),
  }),
)

builder.queryField('assetUses', (t) =>
  t.field({
    ...operation({
      access: 'assets:read',
      rest: { method: 'GET', path: '/assets/{assetId}/uses', tag: 'Files', names: { id: 'assetId' } },
      maxItems: maxListedUses,
    }),
    type: [assetUseRef],
    description: `The places that use a file, at most ${maxListedUses}.`,
    args: { id: t.arg.id({ required: true, description: 'Identifier of the file.' }) },
    resolve: async (_root, { id }, { db, workspaceId }) => {
      const asset = await readAsset(db.sql, workspaceId(), id)
      return readAssetUses(db.sql, workspaceId(), asset.id)
    },
  }),
)

builder.queryField('assetPage', (t) =>
  t.field({
    ...operation({
      access: 'assets:read',
      rest: {
        method: 'GET',
        path: '/assets',
        tag: 'Files',
        names: { perPage: 'per_page' },
        operationId: 'listAssets',
      },
      tool: {
        name: 'find_assets',
        toolset: 'assets',
        title: 'Find files',
        description: 'Lists files of courses, the newest first. Content names one by its id, as `assetId`.',
        readOnly: true,
        omit: ['type'],
        selection:
          '{ items { id state name type alt width height durationMs url } pageInfo { page total totalPages } }',
      },
    }),
    type: assetPageRef,
    description: 'One page of the files of the workspace, the newest first.',
    args: {
      q: t.arg.string({
        ...makeFieldLimitOptionsFromZod(searchSchema),
        description: 'Lists only files with this text in their name or alternative text.',
      }),
      unused: t.arg.boolean({
        description:
          'With true, lists only files that no draft, release or deleted record uses; with false, the others.',
      }),
      type: t.arg.string({
        ...makeFieldLimitOptionsFromZod(searchSchema),
        description: 'Lists only files whose media type begins so, such as `image/`.',
      }),
      ...pageArgs,
    },
    complexity: ({ perPage }) => computePageListComplexity(perPage),
    resolve: (_root, { q, unused, type, ...args }, { db, workspaceId }) => {
      const filter = { ...parseInput(assetFilterSchema, { q, type }), unused }
      return readNumberedPage(args, (slice) => readAssetPage(db.sql, workspaceId(), filter, slice))
    },
  }),
)
