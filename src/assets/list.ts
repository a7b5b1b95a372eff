import { type ListPage, makeListPage, makePageSql, type Slice } from '../platform/db/pages.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { type AssetRow, assetColumnsSql } from './record/rows.ts'

const filter = `a.workspace_id = $1 AND a.state <> 'deleting'
  AND ($2::text IS NULL OR strpos(lower(a.name || ' ' || coalesce(a.alt, '')), lower($2)) > 0)
  AND ($3::boolean IS NULL OR $3 <> EXISTS (SELECT 1 FROM asset_uses u WHERE u.workspace_id = $1 AND u.asset_id = a.id))
  AND ($4::text IS NULL OR starts_with(coalesce(a.type, ''), $4))`

const page = defineSqlStatement<AssetRow & { total: number }>(
  'assets_page',
  makePageSql(
    `SELECT count(*)::int AS total FROM assets a WHERE ${filter}`,
    `SELECT ${assetColumnsSql} FROM assets a WHERE ${filter} ORDER BY a.id DESC LIMIT $5 OFFSET $6`,
  ),
)

export type AssetFilter = { q?: string | null; unused?: boolean | null; type?: string | null }

/** Reads one page of the files of a workspace, the newest first. */
export async function readAssetPage(
  sql: SqlRunner,
  workspaceId: string,
  { q, unused, type }: AssetFilter,
  { limit, offset }: Slice,
): Promise<ListPage<AssetRow>> {
  return makeListPage(await sql.rows(page, [workspaceId, q ?? null, unused ?? null, type ?? null, limit, offset]))
}
