import { z } from 'zod'
import { makeUuidV7 } from '../courses/outline/writes.ts'
import { generateApiKey } from '../identity/key-secret.ts'
import { allScopes, maxScopeChars, type Scope } from '../identity/scopes.ts'
import { apiKeyNameSchema } from '../operations/validation.ts'
import type { Prisma } from '../platform/db/generated/prisma/client.ts'
import { ApiError, makeNotFoundError } from '../platform/errors.ts'
import { isUuid } from '../platform/uuid.ts'
import { makeActiveKeyFilter } from './record.ts'

const maxKeyScopes = 100

export const scopesSchema = z
  .array(z.enum(allScopes, `must be one of ${allScopes.join(', ')}`))
  .min(1, 'must contain at least one scope. Leave it out for all scopes')
  .max(maxKeyScopes, `must contain at most ${maxKeyScopes} scopes`)
  .transform((names) => [...new Set(names)])

/** The maximum sizes of a list of scopes in a response, as JSON Schema. */
export const scopeListLimits = { maxItems: maxKeyScopes, items: { maxLength: maxScopeChars } }

const futureDate = z.date().refine((time) => time.getTime() > Date.now(), 'must be in the future')

export const createKeyInputSchema = z.object({
  name: apiKeyNameSchema,
  scopes: scopesSchema.nullish(),
  expiresAt: futureDate.nullish(),
})

/** The maximum length of the name of a workspace. */
export const maxWorkspaceNameChars = 1000

/** The maximum number of active API keys in a workspace. Revoked and expired keys do not count. */
export const maxActiveKeys = 1000

/**
 * Throws the error for a workspace that already has the maximum number of active API keys.
 * @throws ApiError `conflict` in every case
 */
export function throwTooManyKeys(): never {
  throw new ApiError('conflict', `The workspace has ${maxActiveKeys} keys. Revoke some of them first.`)
}

type KeyInput = { name: string; scopes?: Scope[] | null; expiresAt?: Date | null }

/**
 * Creates an API key in a transaction. Returns the key with its secret value, which is not stored.
 * @throws ApiError `conflict` if the workspace already has 1,000 keys that are neither revoked nor expired
 */
export async function createKey(tx: Prisma.TransactionClient, prefix: string, workspaceId: string, input: KeyInput) {
  // The lock makes other requests that create or rotate keys wait, so that the number of keys stays within the limit.
  await tx.$queryRaw`SELECT w.id FROM workspaces w WHERE w.id = ${workspaceId}::uuid FOR NO KEY UPDATE`
  const active = await tx.apiKey.count({ where: { workspaceId, ...makeActiveKeyFilter(new Date()) } })
  if (active >= maxActiveKeys) throwTooManyKeys()
  const { value, hash, start, environment } = generateApiKey(prefix)
  const { name, expiresAt } = input
  const key = await tx.apiKey.create({
    data: {
      id: makeUuidV7(),
      workspaceId,
      name,
      hash,
      start,
      environment,
      scopes: input.scopes ?? allScopes,
      expiresAt,
    },
    omit: { hash: true },
  })
  return { ...key, value }
}

/**
 * Revokes an API key. If the key is already revoked, nothing changes.
 * @throws ApiError `not_found` if the workspace has no such key
 */
export async function revokeKey(tx: Prisma.TransactionClient, workspaceId: string, id: string): Promise<void> {
  if (!isUuid(id)) throw makeNotFoundError('API key')
  const revokedAt = new Date()
  const { count } = await tx.apiKey.updateMany({ where: { id, workspaceId, revokedAt: null }, data: { revokedAt } })
  if (count === 0 && !(await tx.apiKey.findFirst({ where: { id, workspaceId }, select: { id: true } })))
    throw makeNotFoundError('API key')
}
