import { builder } from '../builder.ts'
import { check, checkedBy } from '../checks.ts'
import { ApiError } from '../errors.ts'
import { expose } from '../expose.ts'
import { idempotencyArgs, idempotentLong } from '../idempotent.ts'
import { makeKey, newKey, revokeKey } from './rules.ts'
import { type NewKey, newKeyRef, revokedRef } from './type.ts'

const newKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'A new API key.',
  ...checkedBy(newKey, { name: 'ci', scopes: ['courses:read', 'courses:write'] }),
  fields: (t) => ({
    name: t.string({ required: true, description: 'Descriptive name, 1 to 100 characters.' }),
    scopes: t.stringList({ description: 'What it may do; left out: all that the maker may do.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it stops working; left out: never.' }),
  }),
})

builder.mutationField('createApiKey', (t) =>
  t.field({
    ...expose({
      access: 'person',
      rest: { method: 'POST', path: '/api-keys', status: 201, tag: 'API keys', location: '/api-keys/{keyId}' },
    }),
    type: newKeyRef,
    description: 'Makes an API key. Its value is in this answer and never again.',
    args: { ...idempotencyArgs, input: t.arg({ type: newKeyInput, required: true, description: 'The key.' }) },
    resolve: idempotentLong(
      'createApiKey',
      (_root, { input }, { db, config, workspaceId }): Promise<NewKey> =>
        makeKey(db.prisma, config.keyPrefix, workspaceId(), check(newKey, input)),
      // The value is kept nowhere, so it cannot be told again.
      {
        keep: ({ id }) => JSON.stringify(id),
        again: (kept) => {
          throw new ApiError(
            'conflict',
            'This request made a key, whose value is shown once. Revoke it and make another.',
            {
              details: { keyId: JSON.parse(kept) as string },
            },
          )
        },
      },
    ),
  }),
)

builder.mutationField('revokeApiKey', (t) =>
  t.field({
    ...expose({ access: 'person', rest: { method: 'DELETE', path: '/api-keys/{keyId}', tag: 'API keys' } }),
    type: revokedRef,
    description: 'Revokes an API key: it is refused from the next request on, in every process.',
    args: { keyId: t.arg.id({ required: true, description: 'Identifier of the key.' }) },
    resolve: async (_root, { keyId }, { db, keyring, workspaceId }) => {
      await revokeKey(db.prisma, workspaceId(), keyId)
      await keyring.changed(workspaceId())
      return { keyId }
    },
  }),
)
