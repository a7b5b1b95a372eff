import { isDelegated, makeDelegatedCallSql, workspaceRows } from './delegated-statements.ts'
import { type BoundSqlStatement, onNode, type SqlRunner, type SqlStatement, workspaceOnNode } from './statement.ts'

// The joins add no row and no column.
const joinOfRow = (id: string) => `JOIN courses here ON here.workspace_id = $1 AND here.id = ${id}`
const joinOfWorkspace = `JOIN ${workspaceRows} here ON here.workspace_id = $1`
const markedRow = /\/\* on the node of (.+?) \*\//g

/** Returns the text that a cluster plans. */
export const getClusterText = ({ text, clusterText = text }: Pick<SqlStatement<unknown>, 'text' | 'clusterText'>) =>
  clusterText
    .replaceAll(onNode, joinOfWorkspace)
    .replaceAll(workspaceOnNode, 'here.workspace_id')
    .replaceAll(' OFFSET 0)', ')')
    .replaceAll(markedRow, (_comment, id: string) => joinOfRow(id))

const known = new WeakMap<SqlStatement<unknown>, SqlStatement<unknown>>()

/** Returns a statement as the service sends it to the coordinator. */
export function ofCluster<Row>(statement: SqlStatement<Row>): SqlStatement<Row> {
  const found = known.get(statement)
  if (found) return found as SqlStatement<Row>
  const body = getClusterText(statement)
  // The function of a statement locks the rows itself.
  const sent = isDelegated(statement)
    ? { ...statement, text: makeDelegatedCallSql(statement.name, body, statement.lock?.text), lock: undefined }
    : { ...statement, text: body }
  known.set(statement, sent)
  return sent
}

/** Returns a SQL runner that runs the statements with their texts for a cluster. */
export const withClusterTexts = ({ rows, write, pipeline }: SqlRunner): SqlRunner => ({
  rows: (statement, values) => rows(ofCluster(statement), values),
  write: (statement, values) => write(ofCluster(statement), values),
  pipeline: ((reads: readonly BoundSqlStatement[], maxBytes?: number) =>
    pipeline(
      reads.map(([statement, values]) => [ofCluster(statement), values] as const),
      maxBytes,
    )) as SqlRunner['pipeline'],
})
