import { allScopes, type Scope } from '../identity/scopes.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import { generateAndInsertKey } from './insert-key.ts'
import type { CreatedKey } from './record.ts'

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
