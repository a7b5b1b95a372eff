import { builder } from '../builder.ts'
import { expose } from '../expose.ts'
import { viewerRef } from './viewer.ts'

builder.queryField('apiKeys', (t) =>
  t.prismaField({
    ...expose({ access: 'person', rest: { method: 'GET', path: '/api-keys', tag: 'API keys' } }),
    type: ['ApiKey'],
    description: "The keys of the caller's workspace, newest first, revoked ones too.",
    resolve: (query, _root, _args, context) =>
      context.db.prisma.apiKey.findMany({
        ...query,
        where: { workspaceId: context.workspaceId() },
        orderBy: { id: 'desc' },
      }),
  }),
)

builder.queryField('viewer', (t) =>
  t.field({
    ...expose({ access: 'known' }),
    type: viewerRef,
    description: 'Who the caller is and where they stand: workspace, plan, scopes, limit.',
    resolve: (_root, _args, { caller, limit }) => ({ caller, limit }),
  }),
)
