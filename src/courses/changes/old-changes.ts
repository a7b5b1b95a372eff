import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { lowestId } from '../../platform/uuid.ts'
import { makeWorkspacesWithChangesSql } from './workspaces.ts'

/** How long a change is kept, and how many changes of a workspace are kept at most. */
const [keptDays, keptChanges] = [30, 100_000]
/** How many changes of a workspace, and of how many workspaces, one statement deletes or finds. */
const [maxDeleted, maxWorkspaces] = [5000, 1000]

const listed = makeWorkspacesWithChangesSql('true', 'h.id', maxWorkspaces)
const workspaces = defineSqlStatement<{ workspaceId: string }>('changes_workspaces', listed.text, listed.options)

const oldest = defineSqlStatement<{ id: string }>(
  'changes_delete_old',
  `DELETE FROM changes h WHERE h.workspace_id = $1 AND h.search_cursor IS NULL AND h.id = ANY(ARRAY(
     SELECT o.id FROM changes o WHERE o.workspace_id = $1 AND o.id < greatest($2::uuid, (
       SELECT k.id FROM changes k WHERE k.workspace_id = $1 ORDER BY k.id DESC OFFSET ${keptChanges} LIMIT 1
     )) ORDER BY o.id LIMIT ${maxDeleted}
   )) RETURNING h.id`,
)

/** Returns the lowest UUIDv7 of a time (RFC 9562, section 5.7). */
function makeLowestUuidV7(milliseconds: number): string {
  const hex = milliseconds.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** Deletes the changes that are older than 30 days, and those of a workspace beyond its newest 100,000. */
export async function deleteOldChanges(sql: SqlRunner): Promise<void> {
  const before = makeLowestUuidV7(Date.now() - keptDays * 24 * 60 * 60 * 1000)
  let found: { workspaceId: string }[] = []
  do {
    found = await sql.rows(workspaces, [found.at(-1)?.workspaceId ?? lowestId])
    for (const { workspaceId } of found) {
      let deleted = maxDeleted
      while (deleted === maxDeleted) deleted = (await sql.rows(oldest, [workspaceId, before])).length
    }
  } while (found.length === maxWorkspaces)
}
