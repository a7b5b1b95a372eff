import { builder } from '../operations/builder.ts'
import { operation } from '../operations/operation.ts'
import { maxActiveKeysPerWorkspace } from './insert-key.ts'
import { makeActiveKeyFilter } from './record.ts'
import { apiKeyRef } from './type.ts'
import { makeViewer, viewerRef } from './viewer.ts'

/** The maximum number of revoked and expired API keys in a response. The database may contain any number of them. */
const maxListedEnded = 1000

builder.queryField('apiKeys', (t) =>
  t.field({
    ...operation({
      access: 'person',
      rest: { method: 'GET', path: '/api-keys', tag: 'API keys' },
      maxItems: maxActiveKeysPerWorkspace + maxListedEnded,
    }),
    type: [apiKeyRef],
    description: 'The API keys of the workspace, newest first, including revoked and expired keys.',
    resolve: async (_root, _args, context) => {
      const workspaceId = context.workspaceId()
      const { apiKey } = context.db.prisma
      const isActive = makeActiveKeyFilter(new Date())
      const newest = { orderBy: { id: 'desc' }, omit: { hash: true } } as const
      const [active, ended] = await Promise.all([
        apiKey.findMany({ ...newest, where: { workspaceId, ...isActive } }),
        apiKey.findMany({ ...newest, where: { workspaceId, NOT: isActive }, take: maxListedEnded }),
      ])
      return [...active, ...ended].sort((one, other) => (one.id < other.id ? 1 : -1))
    },
  }),
)

builder.queryField('viewer', (t) =>
  t.field({
    ...operation({ access: 'authenticated', rest: { method: 'GET', path: '/me', tag: 'Workspace' } }),
    type: viewerRef,
    description: 'The caller, with its key, scopes, workspace, plan and rate limit.',
    resolve: (_root, _args, context) => makeViewer(context),
  }),
)
