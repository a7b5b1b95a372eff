import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'

// A join is faster than `x.id = ANY($2)`, for which PostgreSQL would look up each id separately.
const deletedVersions = defineSqlStatement<{ id: string; version: number }>(
  'trash_versions',
  `SELECT x.id, max(x.version) AS version FROM unnest($2::uuid[]) AS n (id)
   JOIN trash_records x ON x.workspace_id = $1 AND x.id = n.id GROUP BY x.id`,
)

/**
 * Returns the versions for records that are created again with the ids that they had before they were deleted. Each
 * version is higher than all earlier versions of the record, so that no old ETag matches.
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
  // Usually, the tree version is high enough, because it increases with each new version of a record in the course.
  // A record that was once in another course can have a higher version. `trash_records` contains this version.
  return new Map(ids.map((id) => [id, Math.max(treeVersion, versions.get(id) ?? 0) + 1]))
}
