import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { isUuid } from '../platform/uuid.ts'
import type { Finding } from './finding.ts'

const ready = defineSqlStatement<{ id: string; isDescribed: boolean }>(
  'checks_ready_assets',
  `SELECT a.id, coalesce(a.alt, '') <> '' AS "isDescribed" FROM assets a
   WHERE a.workspace_id = $1 AND a.id = ANY($2::uuid[]) AND a.state = 'ready'`,
)

/** Leaves out the findings that a file disproves, in one SQL statement, or none if no finding is about a file. */
export async function dropDisprovedFindings(
  sql: SqlRunner,
  workspaceId: string,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  const ids = new Set(findings.flatMap(({ unlessAsset }) => (unlessAsset ? [unlessAsset.id] : [])))
  if (ids.size === 0) return findings
  const assets = await sql.rows(ready, [workspaceId, [...ids].filter(isUuid)])
  const isDescribed = new Map(assets.map((asset) => [asset.id, asset.isDescribed]))
  return findings.filter(({ unlessAsset }) => {
    if (!unlessAsset) return true
    return unlessAsset.is === 'ready' ? !isDescribed.has(unlessAsset.id) : isDescribed.get(unlessAsset.id) !== true
  })
}
