import { builder } from '../operations/builder.ts'
import { operation } from '../operations/operation.ts'
import { viewerRef } from './viewer.ts'

/** The maximum number of revoked API keys in a response. A workspace can have any number of revoked keys. */
const maxListedRevoked = 1000

builder.queryField('apiKeys', (t) =>
  t.prismaField({
    ...operation({ access: 'person', rest: { method: 'GET', path: '/api-keys', tag: 'API keys' } }),
    type: ['ApiKey'],
    description: "The API keys of the caller's workspace, newest first, including revoked ones.",
    resolve: async (query, _root, _args, context) => {
      const workspaceId = context.workspaceId()
      const { apiKey } = context.db.prisma
      const newest = { ...query, orderBy: { id: 'desc' } } as const
      const [live, revoked] = await Promise.all([
        apiKey.findMany({ ...newest, where: { workspaceId, revokedAt: null } }),
        apiKey.findMany({ ...newest, where: { workspaceId, revokedAt: { not: null } }, take: maxListedRevoked }),
      ])
      return [...live, ...revoked].sort((one, other) => (one.id < other.id ? 1 : -1))
    },
  }),
)

builder.queryField('viewer', (t) =>
  t.field({
    ...operation({ access: 'authenticated' }),
    type: viewerRef,
    description: 'The workspace, plan, scopes and rate limit of the caller.',
    resolve: (_root, _args, { caller, limit }) => ({ caller, limit }),
  }),
)
