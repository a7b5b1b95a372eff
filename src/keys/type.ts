import { allScopes } from '../identity/scopes.ts'
import { builder } from '../operations/builder.ts'
import { withJsonSchema } from '../operations/json-schema.ts'

// The GraphQL types ApiKey and NewApiKey share these field descriptions.
const descriptions = {
  name: 'Name that describes the key.',
  start: 'The first characters of the value, to recognise the key.',
  environment: 'Environment of the key: prod.',
  scopes: 'Scopes of the key.',
  createdAt: 'When the key was created.',
  lastUsedAt: 'When the key was last used, with a precision of a minute.',
  expiresAt: 'When the key expires. Null if the key never expires.',
  revokedAt: 'When the key was revoked. Null if the key is not revoked.',
}

builder.prismaObject('ApiKey', {
  description: 'An API key, without its value.',
  fields: (t) => ({
    keyId: t.exposeID('id', { description: 'Identifier of the key (UUID).' }),
    name: t.exposeString('name', { description: descriptions.name }),
    start: t.exposeString('start', {
      ...withJsonSchema({ examples: ['cw_prod_ab12'] }),
      description: descriptions.start,
    }),
    environment: t.exposeString('environment', {
      ...withJsonSchema({ examples: ['prod'] }),
      description: descriptions.environment,
    }),
    scopes: t.exposeStringList('scopes', {
      ...withJsonSchema({ examples: [allScopes] }),
      description: descriptions.scopes,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: descriptions.createdAt }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: descriptions.lastUsedAt }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: descriptions.expiresAt }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: descriptions.revokedAt }),
  }),
})

/** A new API key with its secret value. */
export type CreatedKey = {
  value: string
  id: string
  name: string
  start: string
  environment: string
  scopes: string[]
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
  revokedAt: Date | null
}

export const createdKeyRef = builder.objectRef<CreatedKey>('NewApiKey').implement({
  description: 'A new API key with its value, which is shown only once.',
  fields: (t) => ({
    keyId: t.exposeID('id', { description: 'Identifier of the key (UUID).' }),
    key: t.exposeString('value', {
      ...withJsonSchema({ examples: [`cw_prod_${'x'.repeat(32)}`] }),
      description: 'Value of the key. Store it now: it is not shown again.',
    }),
    name: t.exposeString('name', { description: descriptions.name }),
    start: t.exposeString('start', {
      ...withJsonSchema({ examples: ['cw_prod_ab12'] }),
      description: descriptions.start,
    }),
    environment: t.exposeString('environment', {
      ...withJsonSchema({ examples: ['prod'] }),
      description: descriptions.environment,
    }),
    scopes: t.exposeStringList('scopes', {
      ...withJsonSchema({ examples: [allScopes] }),
      description: descriptions.scopes,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: descriptions.createdAt }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: descriptions.lastUsedAt }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: descriptions.expiresAt }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: descriptions.revokedAt }),
  }),
})

export const revokedKeyRef = builder.objectRef<{ keyId: string }>('RevokedApiKey').implement({
  description: 'The revoked key.',
  fields: (t) => ({
    keyId: t.exposeID('keyId', { description: 'Identifier of the key.' }),
    revoked: t.boolean({ ...withJsonSchema({ const: true }), description: 'Always true.', resolve: () => true }),
  }),
})
