import { z } from 'zod'
import { makeOptionalNotNullSchema, nameSchema } from '../operations/validation.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { makeInvalidRequestError } from '../platform/errors.ts'
import { type ApiKeyRecord, apiKeyColumnsSql, lockActiveKey } from './record.ts'
import { scopesSchema } from './rules.ts'

export const updateApiKeyInputSchema = z.object({
  name: makeOptionalNotNullSchema(nameSchema),
  scopes: makeOptionalNotNullSchema(scopesSchema),
})

const updateRow = defineSqlStatement<ApiKeyRecord>(
  'api_key_update',
  `UPDATE api_keys k SET name = coalesce($3, k.name), scopes = coalesce($4::text[], k.scopes)
   WHERE k.workspace_id = $1 AND k.id = $2 RETURNING ${apiKeyColumnsSql}`,
)

/**
 * Checks that a change gives the key no new scopes.
 * @throws ApiError `invalid_request` that names each scope that the key does not have
 */
function mustNotAddScopes(wanted: readonly string[], { scopes }: ApiKeyRecord): void {
  const problems = wanted.flatMap((scope, index) =>
    scopes.includes(scope)
      ? []
      : [{ path: `scopes.${index}`, message: `must not add ${scope}. For more scopes, create another key` }],
  )
  if (problems.length > 0) throw makeInvalidRequestError(problems)
}

/**
 * Renames an API key or removes scopes from the key.
 * @throws ApiError `invalid_request` if a scope would be added
 * @throws ApiError `not_found`
 * @throws ApiError `conflict` if the key is revoked or has expired
 */
export async function updateApiKey(
  tx: SqlRunner,
  workspaceId: string,
  id: string,
  { name, scopes }: z.output<typeof updateApiKeyInputSchema>,
): Promise<ApiKeyRecord> {
  const key = await lockActiveKey(tx, workspaceId, id, new Date())
  mustNotAddScopes(scopes ?? [], key)
  const [updated] = await tx.rows(updateRow, [workspaceId, id, name ?? null, scopes ?? null])
  return updated!
}
