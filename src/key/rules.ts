import { z } from 'zod'
import { allScopes, type Scope } from '../auth/scopes.ts'
import { makeSecret } from '../auth/secret.ts'
import { isId, nameOf } from '../checks.ts'
import type { Prisma } from '../db/generated/prisma/client.ts'
import { ApiError, notFound } from '../errors.ts'
import { newId } from '../outline/writes.ts'

const scopes = z
  .array(z.enum(allScopes, `must be one of ${allScopes.join(', ')}`))
  .min(1, 'must name at least one scope; leave it out for all')
  .max(100, 'must name at most 100 scopes')
  .transform((names) => [...new Set(names)])

const later = z.date().refine((time) => time.getTime() > Date.now(), 'must be in the future')

export const newKey = z.object({ name: nameOf(100), scopes: scopes.nullish(), expiresAt: later.nullish() })

/** A workspace's keys that can be used; more would be a leak of them. */
const maxKeys = 1000

type KeyInput = { name: string; scopes?: Scope[] | null; expiresAt?: Date | null }

/**
 * Makes a key and gives it with its value, which is kept nowhere.
 * @throws ApiError `conflict` past 1,000 live keys
 */
export async function makeKey(tx: Prisma.TransactionClient, prefix: string, workspaceId: string, input: KeyInput) {
  const live = await tx.apiKey.count({ where: { workspaceId, revokedAt: null } })
  if (live >= maxKeys) throw new ApiError('conflict', `The workspace has ${maxKeys} keys; revoke some first.`)
  const { value, hash, start, environment } = makeSecret(prefix)
  const { name, expiresAt } = input
  const key = await tx.apiKey.create({
    data: { id: newId(), workspaceId, name, hash, start, environment, scopes: input.scopes ?? allScopes, expiresAt },
    omit: { hash: true },
  })
  return { ...key, value }
}

/**
 * Revokes a key; one that is revoked stays so.
 * @throws ApiError `not_found` for a key of another workspace or none
 */
export async function revokeKey(tx: Prisma.TransactionClient, workspaceId: string, id: string): Promise<void> {
  if (!isId(id)) throw notFound('API key')
  const revokedAt = new Date()
  const { count } = await tx.apiKey.updateMany({ where: { id, workspaceId, revokedAt: null }, data: { revokedAt } })
  if (count === 0 && !(await tx.apiKey.findFirst({ where: { id, workspaceId }, select: { id: true } })))
    throw notFound('API key')
}
