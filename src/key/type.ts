import { allScopes } from '../auth/scopes.ts'
import { builder } from '../builder.ts'
import { shaped } from '../shapes.ts'

// The two types differ in one field: the value is there once, in the answer to its making.
const record = {
  name: 'Descriptive name.',
  start: "The value's first characters, to tell keys apart.",
  environment: 'Where the key works: prod.',
  scopes: 'What the key may do.',
  createdAt: 'When the key was made.',
  lastUsedAt: 'When the key was last used, to the minute.',
  expiresAt: 'When the key stops working; null: never.',
  revokedAt: 'When the key was revoked; null: it was not.',
}

builder.prismaObject('ApiKey', {
  description: 'An API key, without its value.',
  fields: (t) => ({
    keyId: t.exposeID('id', { description: 'Identifier of the key (UUID).' }),
    name: t.exposeString('name', { description: record.name }),
    start: t.exposeString('start', { ...shaped({ examples: ['cw_prod_ab12'] }), description: record.start }),
    environment: t.exposeString('environment', { ...shaped({ examples: ['prod'] }), description: record.environment }),
    scopes: t.exposeStringList('scopes', { ...shaped({ examples: [allScopes] }), description: record.scopes }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: record.createdAt }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: record.lastUsedAt }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: record.expiresAt }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: record.revokedAt }),
  }),
})

/** A key just made, with its value. */
export type NewKey = {
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

export const newKeyRef = builder.objectRef<NewKey>('NewApiKey').implement({
  description: 'A new API key with its value, which is shown this once.',
  fields: (t) => ({
    keyId: t.exposeID('id', { description: 'Identifier of the key (UUID).' }),
    key: t.exposeString('value', {
      ...shaped({ examples: [`cw_prod_${'x'.repeat(32)}`] }),
      description: 'The value: keep it now, it is not shown again.',
    }),
    name: t.exposeString('name', { description: record.name }),
    start: t.exposeString('start', { ...shaped({ examples: ['cw_prod_ab12'] }), description: record.start }),
    environment: t.exposeString('environment', { ...shaped({ examples: ['prod'] }), description: record.environment }),
    scopes: t.exposeStringList('scopes', { ...shaped({ examples: [allScopes] }), description: record.scopes }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: record.createdAt }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: record.lastUsedAt }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: record.expiresAt }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: record.revokedAt }),
  }),
})

export const revokedRef = builder.objectRef<{ keyId: string }>('RevokedApiKey').implement({
  description: 'A key that has been revoked.',
  fields: (t) => ({
    keyId: t.exposeID('keyId', { description: 'Identifier of the key.' }),
    revoked: t.boolean({ ...shaped({ const: true }), description: 'Always true.', resolve: () => true }),
  }),
})
