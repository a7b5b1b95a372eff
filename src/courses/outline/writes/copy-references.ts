import { isDeepStrictEqual } from 'node:util'
import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'
import type { ChangedNode } from '../../changes/record-change.ts'
import { courseRecordDefinition } from '../../records/course.ts'
import type { ColumnDefinition } from '../../records/record.ts'
import { levelDefinitions, quoteColumnName } from '../levels.ts'

/** The text of a UUID, in PostgreSQL and in JavaScript. */
const uuidPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** How many records are read at once. The content of a block has at most 256 KB. */
const batchSize = 20

type Texts = Record<string, string | readonly string[] | null> & { id: string }

/** The columns whose texts can name records. `attributes` belong to the client, and stay as they are. */
const namesRecords = ({ field, type }: ColumnDefinition) =>
  type === 'text[]' || field === 'description' || field === 'content'

function statementsOf({ table, columns: all }: { table: string; columns: readonly ColumnDefinition[] }) {
  const columns = all.filter(namesRecords).map((column) => ({ ...column, quoted: quoteColumnName(column) }))
  const read = columns.map(({ quoted, type }) => `t.${quoted}${type === 'json' ? '::text' : ''} AS ${quoted}`)
  const types = columns.map(({ quoted, type }) => `${quoted} ${type === 'json' ? 'text' : type}`)
  const set = columns.map(({ quoted, type }) => `${quoted} = n.${quoted}${type === 'json' ? '::json' : ''}`)
  const hasUuid = columns.map(({ quoted }) => `t.${quoted}::text ~* '${uuidPattern}'`)
  return {
    find: defineSqlStatement<{ id: string }>(
      `${table}_with_ids`,
      `SELECT t.id FROM ${table} t WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[]) AND (${hasUuid.join(' OR ')})`,
    ),
    read: defineSqlStatement<Texts>(
      `${table}_texts`,
      `SELECT t.id, ${read.join(', ')} FROM ${table} t WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])`,
    ),
    // A UUID replaces a UUID, so the stored bytes stay the same.
    write: defineSqlStatement<never>(
      `${table}_texts_change`,
      `WITH n AS MATERIALIZED (SELECT r.* FROM json_to_recordset($2::json) AS r (id uuid, ${types.join(', ')}))
       UPDATE ${table} t SET ${set.join(', ')} FROM n
       WHERE t.workspace_id = $1 AND t.id::text = n.id::text AND t.id = ANY(ARRAY(SELECT i.id FROM n i))`,
    ),
  }
}

const statements = {
  course: statementsOf({ table: 'courses', columns: courseRecordDefinition.columns }),
  module: statementsOf(levelDefinitions.module),
  lesson: statementsOf(levelDefinitions.lesson),
  block: statementsOf(levelDefinitions.block),
}

const uuids = new RegExp(uuidPattern, 'gi')

/** Replaces the ids of originals with those of their copies. Returns the same text if it names no original. */
const replaceIds = (text: string, copyIds: ReadonlyMap<string, string>) =>
  text.replace(uuids, (id) => copyIds.get(id.toLowerCase()) ?? id)

function replaceIdsInTexts(texts: Texts, copyIds: ReadonlyMap<string, string>): Texts {
  const { id, ...columns } = texts
  const replaced = Object.entries(columns).map(([name, value]) => [
    name,
    typeof value === 'string' ? replaceIds(value, copyIds) : (value?.map((text) => replaceIds(text, copyIds)) ?? null),
  ])
  return { ...Object.fromEntries(replaced), id }
}

/**
 * Makes the texts of copies that name an original, such as the link `lesson:ID`, name its copy instead. The versions of
 * the copies stay the same.
 * @param copies the courses, modules, lessons and blocks that are copies
 * @param copyIds maps the lower-case id of each original to the id of its copy
 */
export async function pointCopiesToThemselves(
  tx: SqlRunner,
  workspaceId: string,
  copies: readonly Pick<ChangedNode, 'level' | 'id'>[],
  copyIds: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [level, ofLevel] of Map.groupBy(copies, (copy) => copy.level)) {
    const { find, read, write } = statements[level]
    const ids = ofLevel.map(({ id }) => id)
    const found = (await tx.rows(find, [workspaceId, ids])).map(({ id }) => id)
    for (let from = 0; from < found.length; from += batchSize) {
      const rows = await tx.rows(read, [workspaceId, found.slice(from, from + batchSize)])
      const changed = rows.flatMap((texts) => {
        const replaced = replaceIdsInTexts(texts, copyIds)
        return isDeepStrictEqual(replaced, texts) ? [] : [replaced]
      })
      if (changed.length > 0) await tx.rows(write, [workspaceId, JSON.stringify(changed)])
    }
  }
}
