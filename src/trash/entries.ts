import type { TrashLevel } from '../courses/outline/writes/trash-statements.ts'
import { type ListPage, makeListPage, makePageSql, type Slice } from '../platform/db/pages.ts'
import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import { isUuid } from '../platform/uuid.ts'

/**
 * How many days a deleted course, module, lesson or block can be restored. The releases of a deleted course are kept a
 * day longer.
 */
export const trashRetentionDays = 30

/**
 * A deleted course, module, lesson or block. `records` is the number of courses, modules, lessons and blocks that the
 * entry contains.
 */
export type TrashEntryRow = {
  id: string
  level: TrashLevel
  nodeId: string
  courseId: string
  parentId: string | null
  previousId: string | null
  order: number | null
  name: string | null
  blockType: string | null
  blockTitle: string | null
  records: number
  deletedAt: string
  deletedBy: string
  expiresAt: string
}

const expiresAt = `t.deleted_at + interval '${trashRetentionDays} days'`

/** The maximum length of the beginning of a deleted block by which authors recognize the block, in characters. */
export const maxBlockTitleChars = 200

/** SQL for what a deleted block begins with: the first text that it has of those by which an author knows a block. */
const blockTitle = `(SELECT left(coalesce(nullif(r.body->>'title', ''), nullif(r.body->>'text', ''), nullif(r.body->>'alt', ''),
    nullif(r.body->>'caption', ''), nullif(r.body#>>'{questions,0,prompt}', ''), nullif(r.body->>'filename', ''),
    nullif(r.body->>'code', ''), nullif(r.body->>'url', '')), ${maxBlockTitleChars})
  FROM trash_records r WHERE r.workspace_id = $1 AND r.trash_id = t.id AND r.id = t.node_id AND r.level = 'block')`

const columns = `t.id, t.level, t.node_id AS "nodeId", t.course_id AS "courseId", t.parent_id AS "parentId",
  t.previous_id AS "previousId", t."order", t.name, t.block_type AS "blockType", ${blockTitle} AS "blockTitle", t.records,
  t.deleted_at AS "deletedAt", t.deleted_by AS "deletedBy", ${expiresAt} AS "expiresAt"`

// The SQL leaves out expired entries, because the cleanup job may not have deleted them yet. A comparison of `deleted_at`
// itself would let PostgreSQL read the entries of all workspaces by the index of that column.
const isKept = `${expiresAt} > statement_timestamp()`

const filter = `t.workspace_id = $1 AND ($2::uuid IS NULL OR t.course_id = $2) AND ($3::text IS NULL OR t.level = $3) AND ${isKept}`

const page = defineSqlStatement<TrashEntryRow & { total: number }>(
  'trash_page',
  makePageSql(
    `SELECT count(*)::int AS total FROM trash t WHERE ${filter}`,
    `SELECT ${columns} FROM trash t WHERE ${filter} ORDER BY t.id DESC LIMIT $4 OFFSET $5`,
  ),
)

const byId = (lock: string) =>
  `SELECT ${columns} FROM trash t WHERE t.workspace_id = $1 AND t.id = $2 AND ${isKept}${lock}`
const entry = defineSqlStatement<TrashEntryRow>('trash_entry', byId(''), { onPrimary: true })
const lockedEntry = defineSqlStatement<TrashEntryRow>('trash_entry_lock', byId(' FOR UPDATE'))

type TrashFilter = { courseId?: string | null; level?: TrashLevel | null }

/** Reads one page of the trash of a workspace. The entry with the latest delete comes first. */
export async function readTrashPage(
  sql: SqlRunner,
  workspaceId: string,
  { courseId, level }: TrashFilter,
  { limit, offset }: Slice,
): Promise<ListPage<TrashEntryRow>> {
  if (courseId != null && !isUuid(courseId)) return { items: [], total: 0 }
  return makeListPage(await sql.rows(page, [workspaceId, courseId ?? null, level ?? null, limit, offset]))
}

/** Reads an entry of the trash. Returns undefined if the entry is unknown or expired. */
export async function readTrashEntry(tx: SqlRunner, workspaceId: string, id: string) {
  const [found] = isUuid(id) ? await tx.rows(entry, [workspaceId, id]) : []
  return found
}

/**
 * Locks an entry of the trash, so that no other request restores or deletes the entry. Returns undefined if the entry
 * no longer exists.
 */
export async function lockTrashEntry(tx: SqlRunner, workspaceId: string, id: string) {
  const [found] = await tx.rows(lockedEntry, [workspaceId, id])
  return found
}
