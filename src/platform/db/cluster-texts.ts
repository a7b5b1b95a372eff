import type { BoundSqlStatement, SqlRunner, SqlStatement } from './statement.ts'

const ofCluster = <Row>(statement: SqlStatement<Row>): SqlStatement<Row> =>
  statement.clusterText === undefined ? statement : { ...statement, text: statement.clusterText }

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
