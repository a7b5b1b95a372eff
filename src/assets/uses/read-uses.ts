import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'

export const usePlaces = ['draft', 'release', 'trash'] as const

/** A place that uses a file. */
export type AssetUse = {
  place: (typeof usePlaces)[number]
  courseId: string
  lessonId: string | null
  blockId: string | null
}

/** The maximum number of places in a response. */
export const maxListedUses = 100

const usesOf = (place: string, columns: string, join: string) =>
  `SELECT '${place}' AS place, ${columns} FROM asset_uses u ${join}
   WHERE u.workspace_id = $1 AND u.asset_id = $2 AND u.place = '${place}'`

/** The holder of a use of a release is the hash of a lesson, or the id of the release. */
const releaseId = 'CASE WHEN length(u.holder) = 36 THEN u.holder::uuid END'

const uses = defineSqlStatement<AssetUse>(
  'asset_uses_list',
  `SELECT DISTINCT x.* FROM (
   ${usesOf(
     'draft',
     'b.course_id AS "courseId", b.lesson_id AS "lessonId", b.id AS "blockId"',
     'JOIN blocks b ON b.workspace_id = $1 AND b.id = u.holder::uuid',
   )}
   UNION ALL
   ${usesOf(
     'draft',
     'l.course_id, l.id, NULL::uuid',
     'JOIN lessons l ON l.workspace_id = $1 AND l.id = u.holder::uuid',
   )}
   UNION ALL
   ${usesOf(
     'draft',
     'm.course_id, NULL::uuid, NULL::uuid',
     'JOIN modules m ON m.workspace_id = $1 AND m.id = u.holder::uuid',
   )}
   UNION ALL
   ${usesOf('draft', 'c.id, NULL::uuid, NULL::uuid', 'JOIN courses c ON c.workspace_id = $1 AND c.id = u.holder::uuid')}
   UNION ALL
   ${usesOf(
     'release',
     `n.course_id, (n.body ->> 'id')::uuid, NULL::uuid`,
     'JOIN release_nodes n ON n.workspace_id = $1 AND n.hash = u.holder',
   )}
   UNION ALL
   ${usesOf(
     'release',
     'r.course_id, NULL::uuid, NULL::uuid',
     `JOIN releases r ON r.workspace_id = $1 AND r.id = ${releaseId}`,
   )}
   UNION ALL
   ${usesOf(
     'trash',
     't.course_id, NULL::uuid, NULL::uuid',
     "JOIN trash t ON t.workspace_id = $1 AND t.id = split_part(u.holder, ' ', 1)::uuid",
   )}
   ) x ORDER BY x.place, x."courseId", x."lessonId", x."blockId" LIMIT ${maxListedUses}`,
)

/** Lists the first places that use a file. */
export const readAssetUses = (sql: SqlRunner, workspaceId: string, id: string): Promise<AssetUse[]> =>
  sql.rows(uses, [workspaceId, id])
