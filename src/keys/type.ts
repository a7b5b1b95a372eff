import { maxApiKeyChars, maxApiKeyStartChars, maxKeyEnvironmentChars } from '../identity/key-secret.ts'
import { allScopes } from '../identity/scopes.ts'
import { builder } from '../operations/builder.ts'
import { graphqlOnlyFieldOptions, makeExposedFieldOptions } from '../operations/field-options.ts'
import { type JsonSchema, withJsonSchema } from '../operations/json-schema.ts'
import { makeResponseLimitsFromZod, nameSchema } from '../operations/validation.ts'
import type { ApiKeyRecord, CreatedKey } from './record.ts'
import type { RotatedKey } from './rotate.ts'
import { scopeListJsonSchemaLimits } from './rules.ts'

type SchemaTypes = typeof builder.$inferSchemaTypes

/** Declares the fields that all GraphQL types of an API key share. */
function declareKeyFields<Key extends ApiKeyRecord>(t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Key>) {
  const text = (name: 'name' | 'start' | 'environment', description: string, jsonSchema: JsonSchema) =>
    t.string({
      extensions: {
        ...makeExposedFieldOptions(name).extensions,
        ...withJsonSchema(jsonSchema).extensions,
      },
      description,
      resolve: (key) => key[name],
    })
  const time = (name: 'lastUsedAt' | 'expiresAt' | 'revokedAt', description: string) =>
    t.field({
      type: 'DateTime',
      nullable: true,
      ...makeExposedFieldOptions(name),
      description,
      resolve: (key) => key[name],
    })
  return {
    keyId: t.id({
      ...makeExposedFieldOptions('id'),
      description: 'Identifier of the key (UUID).',
      resolve: ({ id }) => id,
    }),
    name: text('name', 'Name that describes the key.', makeResponseLimitsFromZod(nameSchema)),
    start: text('start', 'The first characters of the value, to recognise the key.', {
      maxLength: maxApiKeyStartChars,
      examples: ['cw_prod_ab12'],
    }),
    environment: text('environment', 'Environment of the key. Always prod.', {
      maxLength: maxKeyEnvironmentChars,
      examples: ['prod'],
    }),
    scopes: t.stringList({
      extensions: {
        ...makeExposedFieldOptions('scopes').extensions,
        ...withJsonSchema({ ...scopeListJsonSchemaLimits, examples: [allScopes] }).extensions,
      },
      description: 'Scopes of the key.',
      resolve: ({ scopes }) => scopes,
    }),
    createdAt: t.field({
      type: 'DateTime',
      ...makeExposedFieldOptions('createdAt'),
      description: 'When the key was created.',
      resolve: ({ createdAt }) => createdAt,
    }),
    lastUsedAt: time(
      'lastUsedAt',
      'When the key was last used, with a precision of a minute. Null if the key was never used.',
    ),
    expiresAt: time('expiresAt', 'When the key expires. Null if the key never expires.'),
    revokedAt: time('revokedAt', 'When the key was revoked. Null if the key is not revoked.'),
    replacedBy: t.id({
      nullable: true,
      ...makeExposedFieldOptions('replacedById'),
      description: 'Identifier of the key that replaces this key. Null if this key was not rotated.',
      resolve: ({ replacedById }) => replacedById,
    }),
  }
}

export const apiKeyRef = builder.objectRef<ApiKeyRecord>('ApiKey')

builder.objectType(apiKeyRef, {
  description: 'An API key, without its value.',
  fields: (t) => declareKeyFields(t),
})

/** Declares the field with the changed key as `ApiKey`, the type under which the caches of clients store keys. */
const declareChangedKeyField = <Key extends object>(
  t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Key>,
  getKey: (row: Key) => ApiKeyRecord,
) => ({
  apiKey: t.field({
    ...graphqlOnlyFieldOptions,
    type: apiKeyRef,
    description: 'The key without its value, as apiKeys returns it.',
    resolve: getKey,
  }),
})

const valueOptions = {
  ...withJsonSchema({ maxLength: maxApiKeyChars, examples: [`cw_prod_${'x'.repeat(32)}`] }),
  description: 'Value of the key. Store it now: it is not shown again.',
}

export const createdKeyRef = builder.objectRef<CreatedKey>('NewApiKey').implement({
  description: 'A new API key with its value, which is shown only once.',
  fields: (t) => ({
    ...declareKeyFields(t),
    ...declareChangedKeyField(t, (key) => key),
    key: t.exposeString('value', valueOptions),
  }),
})

export const rotatedKeyRef = builder.objectRef<RotatedKey>('RotatedApiKey').implement({
  description: 'A new API key with its value, which is shown only once, and the old key that it replaces.',
  fields: (t) => ({
    ...declareKeyFields(t),
    ...declareChangedKeyField(t, (key) => key),
    key: t.exposeString('value', valueOptions),
    replaced: t.expose('replaced', {
      type: apiKeyRef,
      description: 'The old key. It stays valid until its expiresAt.',
    }),
  }),
})

export const revokedKeyRef = builder.objectRef<{ keyId: string }>('RevokedApiKey').implement({
  description: 'The revoked key.',
  fields: (t) => ({
    keyId: t.exposeID('keyId', { description: 'Identifier of the key.' }),
    revoked: t.boolean({ ...withJsonSchema({ const: true }), description: 'Always true.', resolve: () => true }),
    apiKey: t.field({
      ...graphqlOnlyFieldOptions,
      type: apiKeyRef,
      description: 'The key after the request.',
      resolve: ({ keyId: id }, _args, { db, workspaceId }) =>
        db.prisma.apiKey.findUniqueOrThrow({ where: { id, workspaceId: workspaceId() } }),
    }),
  }),
})
