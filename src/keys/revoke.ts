import type { Prisma } from '../platform/db/generated/prisma/client.ts'
import { makeNotFoundError } from '../platform/errors.ts'
import { isUuid } from '../platform/uuid.ts'

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
