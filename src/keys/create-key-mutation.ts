import { builder } from '../operations/builder.ts'
import { makeLongRunningIdempotentResolver } from '../operations/idempotency.ts'
import { operation } from '../operations/operation.ts'
import { makeInputTypeLimitOptionsFromZod, maxNameChars, parseInput } from '../operations/validation.ts'
import { ApiError } from '../platform/errors.ts'
import { createKey } from './create.ts'
import type { CreatedKey } from './record.ts'
import { createKeyInputSchema } from './rules.ts'
import { createdKeyRef } from './type.ts'

const newKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'A new API key.',
  ...makeInputTypeLimitOptionsFromZod(createKeyInputSchema, { name: 'ci', scopes: ['courses:read', 'courses:write'] }),
  fields: (t) => ({
    name: t.string({ required: true, description: `Descriptive name, 1 to ${maxNameChars} characters.` }),
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
    resolve: makeLongRunningIdempotentResolver(
      'createApiKey',
      (_root, { input }, { db, config, workspaceId }, storeResult): Promise<CreatedKey> => {
        const newKey = parseInput(createKeyInputSchema, input)
        return db.sql.transaction(async (tx) => {
          const key = await createKey(tx, config.keyPrefix, workspaceId(), newKey)
          await storeResult(tx, key)
          return key
        })
      },
      // The stored result contains only the id of the key, not its value. So another request with the same
      // Idempotency-Key gets an error that contains this id.
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
