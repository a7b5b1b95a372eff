import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'
import { makeChangeParameters, makeRecordChangeSql } from '../../changes/record-change.ts'
import type { Writer } from '../../changes/writer.ts'
import { levelDefinitions, makeCompleteLevelSelectListSql, treeChangeAssignmentsSql } from '../levels.ts'
import type { TreeNodeRow } from '../rows.ts'
import { makeDifferenceSql, makeNodeBeforeSql } from './tallied-writes.ts'

const contentOf = `blocks t WHERE t.workspace_id = $1 AND t.id = $2 AND t.type = ANY($4::text[])`
const newContent = defineSqlStatement<TreeNodeRow<'block'>>(
  'blocks_change_content',
  `WITH ${makeNodeBeforeSql('block')}, course AS (UPDATE courses c SET ${treeChangeAssignmentsSql}
     WHERE c.workspace_id = $1 AND c.id = (SELECT t.course_id FROM ${contentOf}) RETURNING c.id, c.tree_version
   ), changed AS (
     UPDATE blocks t SET content = $3::json, version = t.version + 1, updated_at = now(), updated_by = $5 FROM course
     WHERE t.workspace_id = $1 AND t.id = $2 AND t.type = ANY($4::text[]) RETURNING ${makeCompleteLevelSelectListSql(levelDefinitions.block, 't')}
   ), recorded AS (${makeRecordChangeSql({
     firstParameter: 6,
     courseId: 'course.id',
     treeVersion: 'course.tree_version',
     from: 'changed CROSS JOIN course',
     ...makeDifferenceSql('block', 'changed'),
   })})
   SELECT h.* FROM changed h`,
)

/**
 * Writes the content of a block if the type of the block is one of `types`. Returns undefined and writes nothing if the
 * block has another type or does not exist.
 */
export async function updateBlockContentIfTypeMatches(
  sql: SqlRunner,
  writer: Writer,
  id: string,
  content: string,
  types: string[],
) {
  const change = makeChangeParameters(writer, [{ level: 'block', id, change: 'changed', fields: ['content'] }])
  const { workspaceId, callerId } = writer
  const [row] = await sql.write(newContent, [workspaceId, id, content, types, callerId, ...change])
  return row
}
