import { v7 } from 'uuid'
import { isId } from '../checks.ts'
import { type Queries, type Sql, statement } from '../db/sql.ts'
import { type ApiError, notFound } from '../errors.ts'
import { columnsOf, type Level, type LevelName, levels, titles } from './levels.ts'
import { readByIds } from './reads.ts'
import type { Row } from './rows.ts'
import { stale } from './stale.ts'

/** A new identifier: UUIDv7, growing within this process. */
export const newId = () => v7()

/**
 * The author's fields by name. In a change, what is absent stays; `null` clears.
 * A block's `content` comes as JSON text.
 */
export type Fields = Readonly<Record<string, string | null | undefined>>

// Every write of a level first locks the course (its tree version grows), then the row: a fixed order, no deadlock.
const touch = (table: string) =>
  `course AS (UPDATE courses c SET tree_version = c.tree_version + 1
   WHERE c.id = (SELECT t.course_id FROM ${table} t WHERE t.id = $2 AND t.workspace_id = $1) RETURNING c.id)`

/** The SET list of a change: each field is two parameters, whether to write it and what. */
export const patch = (fields: readonly string[], first: number, alias = 't') =>
  fields
    .map((field, index) => {
      const at = first + 2 * index
      return `${field} = CASE WHEN $${at}::boolean THEN $${at + 1}${field === 'content' ? '::json' : '::text'} ELSE ${alias}.${field} END`
    })
    .join(', ')

/** The parameters of such a list: what is undefined stays. */
export const patchValues = (names: readonly string[], fields: Fields) =>
  names.flatMap((field) => [fields[field] !== undefined, fields[field] ?? null])

function statementsOf<L extends LevelName>(name: L) {
  const level: Level = levels[name]
  const { table, parentColumn, fields } = level
  const columns = columnsOf(level, 't')
  const ownParent = parentColumn === 'course_id'
  const set = patch(fields, 5)
  const change = `UPDATE ${table} t SET ${set}, version = t.version + 1, updated_at = now()`
  const where = 't.id = $2 AND t.workspace_id = $1 AND ($3::int IS NULL OR t.version = $3)'
  return {
    create: statement<Row<L>>(
      `${table}_create`,
      `INSERT INTO ${table} AS t (id, workspace_id, course_id${ownParent ? '' : `, ${parentColumn}`}, "order", ${fields.join(', ')})
       SELECT $3, $1, spot.course${ownParent ? '' : ', $2'}, spot.spot, ${fields.map((_, index) => `$${index + 5}`).join(', ')}
       FROM place_${name}($1, $2, $4, NULL) spot RETURNING ${columns}`,
    ),
    change: statement<Row<L>>(
      `${table}_change`,
      `WITH ${touch(table)} ${change} FROM course WHERE ${where} AND $4::int IS NULL RETURNING ${columns}`,
    ),
    changeWithOrder: statement<Row<L>>(
      `${table}_change_order`,
      `WITH place AS (SELECT * FROM place_${name}($1, NULL, $4, $2))
       ${change}, "order" = place.spot FROM place WHERE ${where} RETURNING ${columns}`,
    ),
    remove: statement<{ id: string }>(
      `${table}_remove`,
      `WITH ${touch(table)} DELETE FROM ${table} t USING course WHERE ${where} RETURNING t.id`,
    ),
    version: statement<{ version: number }>(
      `${table}_version`,
      `SELECT t.version FROM ${table} t WHERE t.id = $2 AND t.workspace_id = $1`,
    ),
  }
}

type Statements = { [L in LevelName]: ReturnType<typeof statementsOf<L>> }
const statements: Statements = {
  module: statementsOf('module'),
  lesson: statementsOf('lesson'),
  block: statementsOf('block'),
}

/**
 * Makes a child of `parentId` at `order` (see `place_*` in the migrations); without one, after the last.
 * @throws ApiError `not_found` where the parent is not in the workspace
 */
export async function createChild<L extends LevelName>(
  sql: Queries,
  name: L,
  workspaceId: string,
  parentId: string,
  fields: Fields,
  order?: number | null,
): Promise<Row<L>> {
  const level: Level = levels[name]
  const values = level.fields.map((field) => fields[field] ?? null)
  if (!isId(parentId)) throw notFound(titles[level.parent])
  // A place among others moves those after it, be they many.
  const write = order == null ? sql.write : sql.rows
  const [row] = await write(statements[name].create, [workspaceId, parentId, newId(), order ?? null, ...values])
  if (!row) throw notFound(titles[level.parent])
  return row
}

/** How every face describes the expectation. */
export const expectedVersionText =
  'The version that the change is meant for; at another it is refused with precondition_failed.'

export const expectedTreeVersionText =
  'The treeVersion of the course that the change is meant for; at another it is refused with precondition_failed.'

/** What a write expects of the row it changes: `version` as the client last saw it (RFC 9110, If-Match). */
export type Expected = { version?: number | null }

/** Nothing was written: because the row is not there, or because it has moved on. */
async function refusal(sql: Queries, name: LevelName, workspaceId: string, id: string): Promise<ApiError> {
  const [row] = await sql.rows(statements[name].version, [workspaceId, id])
  return row ? stale(titles[name], row.version) : notFound(titles[name])
}

/** The answer to a change that names nothing: the row as it is. */
async function unchanged<L extends LevelName>(
  sql: Queries,
  name: L,
  workspaceId: string,
  id: string,
  expected: Expected,
) {
  const [row] = await readByIds(sql, name, workspaceId, [id])
  if (!row) throw notFound(titles[name])
  if (expected.version != null && expected.version !== row.version) throw stale(titles[name], row.version)
  return row
}

// A write that expects a version runs in a transaction of its own, so that a refused one leaves the tree version as it was.
const guarded = <T>(sql: Sql, expected: Expected, write: (sql: Queries) => Promise<T>) =>
  expected.version == null ? write(sql) : sql.transaction(write)

/**
 * Changes a row: fields that are absent stay, `order` moves it among its siblings.
 * @throws ApiError `not_found`, or `precondition_failed` with `details.currentVersion`
 */
export async function changeChild<L extends LevelName>(
  sql: Sql,
  name: L,
  workspaceId: string,
  id: string,
  fields: Fields,
  { order, ...expected }: Expected & { order?: number | null } = {},
): Promise<Row<L>> {
  if (!isId(id)) throw notFound(titles[name])
  const level: Level = levels[name]
  const change = order == null ? statements[name].change : statements[name].changeWithOrder
  if (order == null && level.fields.every((field) => fields[field] === undefined))
    return unchanged(sql, name, workspaceId, id, expected)
  const pairs = patchValues(level.fields, fields)
  return guarded(sql, expected, async (tx) => {
    const write = order == null ? tx.write : tx.rows
    const [row] = await write(change, [workspaceId, id, expected.version ?? null, order ?? null, ...pairs])
    if (!row) throw await refusal(tx, name, workspaceId, id)
    return row
  })
}

const contentOf = `blocks t WHERE t.id = $2 AND t.workspace_id = $1 AND t.type = ANY($4::text[])`
const newContent = statement<Row<'block'>>(
  'blocks_change_content',
  `WITH course AS (UPDATE courses c SET tree_version = c.tree_version + 1
     WHERE c.id = (SELECT t.course_id FROM ${contentOf}) RETURNING c.id)
   UPDATE blocks t SET content = $3::json, version = t.version + 1, updated_at = now() FROM course
   WHERE t.id = $2 AND t.workspace_id = $1 AND t.type = ANY($4::text[]) RETURNING ${columnsOf(levels.block, 't')}`,
)

/** Changes the content of a block that has one of `types`; undefined, and nothing written, where there is no such. */
export async function changeContent(sql: Queries, workspaceId: string, id: string, content: string, types: string[]) {
  const [row] = await sql.write(newContent, [workspaceId, id, content, types])
  return row
}

/**
 * Deletes a row and all below it; its siblings stay where they are.
 * @throws ApiError `not_found`, or `precondition_failed` with `details.currentVersion`
 */
export async function removeChild(
  sql: Sql,
  name: LevelName,
  workspaceId: string,
  id: string,
  expected: Expected = {},
): Promise<void> {
  if (!isId(id)) throw notFound(titles[name])
  return guarded(sql, expected, async (tx) => {
    const [row] = await tx.rows(statements[name].remove, [workspaceId, id, expected.version ?? null])
    if (!row) throw await refusal(tx, name, workspaceId, id)
  })
}
