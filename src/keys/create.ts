import { allScopes, type Scope } from '../identity/scopes.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import { generateAndInsertKey } from './insert-key.ts'
import type { CreatedKey } from './record.ts'

type KeyInput = { name: string; scopes?: Scope[] | null; expiresAt?: Date | null }

/**
 * Creates an API key. Only the returned key contains the secret value.
 * @throws ApiError `conflict` if the workspace already has 1,000 active keys
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
