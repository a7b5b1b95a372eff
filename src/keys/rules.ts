import { z } from 'zod'
import { allScopes, maxScopeChars, type Scope } from '../identity/scopes.ts'
import { apiKeyNameSchema } from '../operations/validation.ts'
import type { Prisma } from '../platform/db/generated/prisma/client.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import { makeNotFoundError } from '../platform/errors.ts'
import { isUuid } from '../platform/uuid.ts'
import { generateAndInsertKey } from './insert-key.ts'
import type { CreatedKey } from './record.ts'

const maxKeyScopes = 100

export const scopesSchema = z
  .array(z.enum(allScopes, `must be one of ${allScopes.join(', ')}`))
  .min(1, 'must contain at least one scope. Leave it out for all scopes')
  .max(maxKeyScopes, `must contain at most ${maxKeyScopes} scopes`)
  .transform((names) => [...new Set(names)])

/** The maximum number of scopes in a response and the maximum length of a scope, as JSON Schema keywords. */
export const scopeListJsonSchemaLimits = { maxItems: maxKeyScopes, items: { maxLength: maxScopeChars } }

const futureDate = z.date().refine((time) => time.getTime() > Date.now(), 'must be in the future')

export const createKeyInputSchema = z.object({
  name: apiKeyNameSchema,
  scopes: scopesSchema.nullish(),
  expiresAt: futureDate.nullish(),
})

/** The maximum length of the name of a workspace. */
export const maxWorkspaceNameChars = 1000

type KeyInput = { name: string; scopes?: Scope[] | null; expiresAt?: Date | null }

/**
 * Creates an API key in a transaction. Returns the key with its secret value, which is not stored.
 * @throws ApiError `conflict` if the workspace already has 1,000 keys that are neither revoked nor expired
 */
export const createKey = (
  tx: SqlRunner,
  prefix: string,
  workspaceId: string,
  { name, scopes, expiresAt }: KeyInput,
): Promise<CreatedKey> =>
  generateAndInsertKey(tx, prefix, workspaceId, {
    name,
    scopes: scopes ?? allScopes,
    createdAt: new Date(),
    expiresAt: expiresAt ?? null,
  })

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
