import { builder } from '../operations/builder.ts'
import { makeLongIdempotentResolver } from '../operations/idempotency.ts'
import { operation } from '../operations/operation.ts'
import { inputJsonSchemaOptions, parseInput } from '../operations/validation.ts'
import { ApiError } from '../platform/errors.ts'
import { createKey, createKeyInputSchema, revokeKey } from './rules.ts'
import { type CreatedKey, createdKeyRef, revokedKeyRef } from './type.ts'

const newKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'A new API key.',
  ...inputJsonSchemaOptions(createKeyInputSchema, { name: 'ci', scopes: ['courses:read', 'courses:write'] }),
  fields: (t) => ({
    name: t.string({ required: true, description: 'Descriptive name, 1 to 100 characters.' }),
    scopes: t.stringList({ description: 'Scopes of the key. The default is all scopes.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When the key expires. By default, the key never expires.' }),
  }),
})

builder.mutationField('createApiKey', (t) =>
  t.field({
    ...operation({
      access: 'person',
      rest: { method: 'POST', path: '/api-keys', status: 201, tag: 'API keys', location: '/api-keys/{keyId}' },
      idempotent: 'lease',
    }),
    type: createdKeyRef,
    description: 'Creates an API key. Only this response contains the value of the key.',
    args: { input: t.arg({ type: newKeyInput, required: true, description: 'The new key.' }) },
    resolve: makeLongIdempotentResolver(
      'createApiKey',
      (_root, { input }, { db, config, workspaceId }): Promise<CreatedKey> =>
        createKey(db.prisma, config.keyPrefix, workspaceId(), parseInput(createKeyInputSchema, input)),
      // The value of an API key is not stored, so a repeated request cannot return the value.
      {
        serialize: ({ id }) => JSON.stringify(id),
        restore: (stored) => {
          throw new ApiError(
            'conflict',
            'The first request with this Idempotency-Key created a key, and its value is shown once. Revoke that key and create another.',
            {
              details: { keyId: JSON.parse(stored) as string },
            },
          )
        },
      },
    ),
  }),
)

builder.mutationField('revokeApiKey', (t) =>
  t.field({
    ...operation({ access: 'person', rest: { method: 'DELETE', path: '/api-keys/{keyId}', tag: 'API keys' } }),
    type: revokedKeyRef,
    description: 'Revokes an API key. Every later request with the key is refused.',
    args: { keyId: t.arg.id({ required: true, description: 'Identifier of the key.' }) },
    resolve: async (_root, { keyId }, { db, keyring, workspaceId }) => {
      await revokeKey(db.prisma, workspaceId(), keyId)
      await keyring.invalidate(workspaceId())
      return { keyId }
    },
  }),
)
