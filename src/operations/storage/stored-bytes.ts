import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'

/** What a workspace stores, in bytes, and the plan that sets its quota. */
export type StoredBytes = {
  plan: string
  total: number
  drafts: number
  trash: number
  releases: number
  assets: number
}

const sumOf = (kind: string) => `coalesce(sum(t.bytes) FILTER (WHERE t.kind = '${kind}'), 0)::bigint AS ${kind}`

// The bytes of a change come into storage_tallies when the search index contains the change.
const select = defineSqlStatement<StoredBytes>(
  'storage_read',
  `SELECT w.plan, s.* FROM workspaces w CROSS JOIN (
     SELECT coalesce(sum(t.bytes), 0)::bigint AS total, ${['drafts', 'trash', 'releases', 'assets'].map(sumOf).join(', ')}
     FROM (
       SELECT t.kind, t.bytes FROM storage_tallies t WHERE t.workspace_id = $1 UNION ALL
       SELECT 'drafts', h.bytes FROM changes h WHERE h.workspace_id = $1 AND h.search_cursor IS NOT NULL
     ) t
   ) s WHERE w.id = $1`,
)

/** Reads what a workspace stores. In a transaction, this includes what the transaction has written. */
export async function readStoredBytes(sql: SqlRunner, workspaceId: string): Promise<StoredBytes> {
  const [stored] = await sql.rows(select, [workspaceId])
  return stored ?? { plan: '', total: 0, drafts: 0, trash: 0, releases: 0, assets: 0 }
}
