import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'

// A join with the list of ids is faster than the condition `x.id = ANY($2)`, for which PostgreSQL would look up each id
// separately.
const deletedVersions = defineSqlStatement<{ id: string; version: number }>(
  'trash_versions',
  `SELECT x.id, max(x.version) AS version FROM unnest($2::uuid[]) AS n (id)
   JOIN trash_records x ON x.workspace_id = $1 AND x.id = n.id GROUP BY x.id`,
)

/**
 * Returns the new versions of deleted modules, lessons and blocks that return to a course with their old ids. Each new
 * version is higher than every earlier version of the record, so that an old ETag does not match new content. Usually,
 * the tree version of the course is high enough, because it increases with each version of a record. But a record that
 * came from another course can have a higher version, so the version in the trash counts too.
 */
export async function computeNodeVersionsAfterRestore(
  tx: SqlRunner,
  workspaceId: string,
  treeVersion: number,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const deleted = await tx.rows(deletedVersions, [workspaceId, ids])
  const versions = new Map(deleted.map(({ id, version }) => [id, version]))
  return new Map(ids.map((id) => [id, Math.max(treeVersion, versions.get(id) ?? 0) + 1]))
}
