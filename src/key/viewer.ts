import { type Caller, mustHaveWorkspace } from '../auth/caller.ts'
import { builder } from '../builder.ts'
import type { LimitState } from '../limits/http.ts'

export const workspaceRef = builder.prismaObject('Workspace', {
  description: "A customer's space: courses and keys belong to it.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the workspace (UUID).' }),
    name: t.exposeString('name', { description: 'Name of the workspace.' }),
    plan: t.exposeString('plan', { description: 'Plan of the workspace: professional or enterprise.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the workspace was made.' }),
  }),
})

const limitRef = builder.objectRef<LimitState>('RateLimit').implement({
  description: 'Where the caller stands in the present minute: the figures of the X-RateLimit headers.',
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'Requests allowed a minute.' }),
    remaining: t.exposeInt('remaining', { description: 'Requests left.' }),
    resetAt: t.field({
      type: 'DateTime',
      description: 'When the count starts again.',
      resolve: ({ resetAt }) => new Date(resetAt * 1000),
    }),
  }),
})

export const viewerRef = builder.objectRef<{ caller: Caller; limit: LimitState }>('Viewer').implement({
  description: 'The caller of a request.',
  fields: (t) => ({
    kind: t.string({ description: 'What the caller is: key, person or master.', resolve: ({ caller }) => caller.kind }),
    keyId: t.id({
      nullable: true,
      description: 'Identifier of the key, for a key.',
      resolve: ({ caller }) => (caller.kind === 'key' ? caller.keyId : null),
    }),
    name: t.string({
      nullable: true,
      description: 'Name, for a person whose ID token tells it.',
      resolve: ({ caller }) => (caller.kind === 'person' ? caller.name : null),
    }),
    email: t.string({
      nullable: true,
      description: 'E-mail address, for a person whose ID token tells it.',
      resolve: ({ caller }) => (caller.kind === 'person' ? caller.email : null),
    }),
    plan: t.string({
      description: 'Plan that the limits follow.',
      resolve: ({ caller }) => (caller.kind === 'nobody' ? '' : caller.plan),
    }),
    scopes: t.stringList({
      description: 'What the caller may do.',
      resolve: ({ caller }) => (caller.kind === 'nobody' ? [] : [...caller.scopes]),
    }),
    limit: t.field({ type: limitRef, description: 'Where the caller stands.', resolve: ({ limit }) => limit }),
    workspace: t.prismaField({
      type: workspaceRef,
      description: 'The workspace that the caller works in.',
      resolve: (query, { caller }, _args, { db }) =>
        db.prisma.workspace.findUniqueOrThrow({ ...query, where: { id: mustHaveWorkspace(caller) } }),
    }),
  }),
})
