import { defineSqlStatement } from '../../../platform/db/statement.ts'
import { makeRecordChangeSql } from '../../changes/record-change.ts'
import { type LevelDefinition, type LevelName, levelDefinitions, quoteColumnName } from '../levels.ts'
import { makeTalliedInsertSql } from './tallied-writes.ts'

function statementsOf(name: LevelName) {
  const { table, parentColumn, columns: own }: LevelDefinition = levelDefinitions[name]
  const inCourse = parentColumn === 'course_id'
  const columns = [
    'id',
    'workspace_id',
    'course_id',
    ...(inCourse ? [] : [parentColumn]),
    'key',
    '"order"',
    ...own.map(quoteColumnName),
    'created_by',
    'updated_by',
  ]
  const values = own.map((column) =>
    column.field === 'name' ? 'coalesce(n.name, t.name)' : `t.${quoteColumnName(column)}`,
  )
  return {
    children: defineSqlStatement<{ id: string; parentId: string }>(
      `${table}_ids_by_parent`,
      `SELECT t.id, t.${parentColumn} AS "parentId" FROM ${table} t
       WHERE t.workspace_id = $1 AND t.${parentColumn} = ANY($2::uuid[])
       ORDER BY t."order" LIMIT $3`,
    ),
    copy: defineSqlStatement<never>(
      `${table}_copy`,
      makeTalliedInsertSql(
        name,
        `INSERT INTO ${table} AS w (${columns.join(', ')})
       SELECT n.id, $1, $2, ${inCourse ? '' : 'n.parent, '}CASE WHEN $4::boolean THEN t.key END, coalesce(n."order", t."order"), ${values.join(', ')}, $5::text, $5::text
       FROM json_to_recordset($3::json) AS n (old uuid, id uuid, parent uuid, "order" int, name text)
       CROSS JOIN LATERAL (SELECT o.* FROM ${table} o WHERE o.workspace_id = $1 AND o.id = n.old OFFSET 0) t`,
      ),
      { copiesRows: true },
    ),
    place: defineSqlStatement<{ position: number }>(
      `${table}_place`,
      `WITH place AS (SELECT * FROM place_${name}($1, $2, $3, NULL)), recorded AS (${makeRecordChangeSql({
        firstParameter: 4,
        courseId: 'p.course_id',
        treeVersion: 'p.tree_version',
        from: 'place p',
      })})
       SELECT p.position FROM place p`,
    ),
  }
}

/**
 * The SQL statements of a copy. `children` finds the children of records, and `copy` copies records. `place` finds the
 * position of a copy, and shifts the siblings after it.
 */
export const copyStatements = {
  module: statementsOf('module'),
  lesson: statementsOf('lesson'),
  block: statementsOf('block'),
}
