import { builder } from '../operations/builder.ts'
import { makeLongRunningIdempotentResolver } from '../operations/idempotency.ts'
import { operation } from '../operations/operation.ts'
import {
  makeFieldLimitOptionsFromZod,
  makeInputTypeLimitOptionsFromZod,
  maxNameChars,
  parseInput,
} from '../operations/validation.ts'
import { ApiError } from '../platform/errors.ts'
import './create-key-mutation.ts'
import type { ApiKeyRecord } from './record.ts'
import { revokeKey } from './revoke.ts'
import { keyOverlapSecondsSchema, type RotatedKey, rotateKey, rotateKeyArgsSchema } from './rotate.ts'
import { apiKeyRef, revokedKeyRef, rotatedKeyRef } from './type.ts'
import { updateApiKey, updateApiKeyInputSchema } from './update.ts'

const keyChangeInput = builder.inputType('UpdateApiKeyInput', {
  description: 'The changes of an API key. Missing fields stay unchanged.',
  ...makeInputTypeLimitOptionsFromZod(updateApiKeyInputSchema, { name: 'ci, reads only', scopes: ['courses:read'] }),
  fields: (t) => ({
    name: t.string({ description: `Descriptive name, 1 to ${maxNameChars} characters.` }),
    scopes: t.stringList({ description: 'The scopes that the key keeps. No scope can be added.' }),
  }),
})

builder.mutationField('updateApiKey', (t) =>
  t.field({
    ...operation({
      access: 'person',
      rest: { method: 'PATCH', path: '/api-keys/{keyId}', tag: 'API keys' },
      idempotent: 'lease',
    }),
    type: apiKeyRef,
    description: 'Renames an API key or removes scopes from it. The change applies to the next request with the key.',
    args: {
      keyId: t.arg.id({ required: true, description: 'Identifier of the key.' }),
      input: t.arg({ type: keyChangeInput, required: true, description: 'The changes of the key.' }),
    },
    resolve: makeLongRunningIdempotentResolver(
      'updateApiKey',
      async (_root, { keyId, input }, { db, keyring, workspaceId }, storeResult): Promise<ApiKeyRecord> => {
        const change = parseInput(updateApiKeyInputSchema, input)
        const key = await db.sql.transaction(async (tx) => {
          const changed = await updateApiKey(tx, workspaceId(), keyId, change)
          await storeResult(tx, changed)
          return changed
        })
        // Before the commit, another request could cache the old scopes again. So the cache is invalidated here.
        await keyring.invalidate(workspaceId())
        return key
      },
    ),
  }),
)

builder.mutationField('rotateApiKey', (t) =>
  t.field({
    ...operation({
      access: 'person',
      rest: {
        method: 'POST',
        path: '/api-keys/{keyId}/rotate',
        status: 201,
        tag: 'API keys',
        location: '/api-keys/{keyId}',
      },
      idempotent: 'lease',
    }),
    type: rotatedKeyRef,
    description:
      'Replaces an API key by a new key with the same name and scopes. The old key stays valid for overlapSeconds. Only this response contains the value of the new key.',
    args: {
      keyId: t.arg.id({ required: true, description: 'Identifier of the old key.' }),
      overlapSeconds: t.arg.int({
        ...makeFieldLimitOptionsFromZod(keyOverlapSecondsSchema),
        description:
          'How long the old key stays valid, from 0 to 2,592,000 seconds (30 days). Default 86,400 (a day). An old key that expires earlier keeps its expiry.',
      }),
    },
    resolve: makeLongRunningIdempotentResolver(
      'rotateApiKey',
      async (_root, { keyId, ...args }, { db, config, keyring, workspaceId }, storeResult): Promise<RotatedKey> => {
        const { overlapSeconds } = parseInput(rotateKeyArgsSchema, args)
        const rotated = await db.sql.transaction(async (tx) => {
          const key = await rotateKey(tx, config.keyPrefix, workspaceId(), keyId, overlapSeconds)
          await storeResult(tx, key)
          return key
        })
        await keyring.invalidate(workspaceId())
        return rotated
      },
      // The stored result contains only the id of the new key, not its value. So another request with the same
      // Idempotency-Key gets an error that contains this id.
      {
        serialize: ({ id }) => JSON.stringify(id),
        restore: (stored) => {
          throw new ApiError(
            'conflict',
            'The first request with this Idempotency-Key rotated the key, and the new value is shown once. If it is lost, rotate the new key.',
            { details: { keyId: JSON.parse(stored) as string } },
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
