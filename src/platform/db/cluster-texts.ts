import {
  type BoundSqlStatement,
  onCoordinator,
  type SqlRunner,
  type SqlStatement,
  workspaceOnNode,
} from './statement.ts'

// The joins add no row and no column. Every node has a copy of `workspaces`, and the coordinator reads its own.
const joinOfRow = (id: string) => `JOIN courses here ON here.workspace_id = $1 AND here.id = ${id}`
const joinOfWorkspace = 'JOIN workspaces here ON here.id = $1'
const markedRow = /\/\* on the node of (.+?) \*\//g

/** Returns the text of a statement on a cluster. */
export const getClusterText = ({ text, clusterText = text }: Pick<SqlStatement<unknown>, 'text' | 'clusterText'>) =>
  clusterText
    .replaceAll(onCoordinator, joinOfWorkspace)
    .replaceAll(workspaceOnNode, 'here.workspace_id')
    .replaceAll(markedRow, (_comment, id: string) => joinOfRow(id))

const ofCluster = <Row>(statement: SqlStatement<Row>): SqlStatement<Row> => ({
  ...statement,
  text: getClusterText(statement),
})

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
