/** A hand-written SQL statement. PostgreSQL prepares it under `name`, so no two statements may have the same name. */
export type SqlStatement<Row> = {
  name: string
  text: string
  row?: Row
  /** The name of the composer that has made the statement for a request (`composed-statements.ts`). */
  composer?: string
} & SqlStatementOptions

export type SqlStatementOptions = {
  /**
   * True if the statement must run on the primary database, because it writes data or reads data that was just written.
   */
  onPrimary?: boolean
  /**
   * True if the statement covers all workspaces, as in a scheduled job. Every other statement is limited to one
   * workspace.
   */
  acrossWorkspaces?: boolean
  /** True if the statement reads the catalogue of Citus, so it runs on a cluster only. */
  onCluster?: boolean
  /** The text on a cluster of Citus, if it differs. */
  clusterText?: string
  /**
   * A statement that locks rows first, in the same transaction. The text then reads what other writers have just committed,
   * which it could not if it locked the rows itself. The parameters of the lock are the first ones of the text.
   */
  lock?: SqlStatement<never>
  /** True if the statement copies stored rows, so that it can store far more than its parameters contain. */
  copiesRows?: boolean
}

const statements: SqlStatement<unknown>[] = []

/** Returns all SQL statements that the modules loaded so far have defined. */
export const listDefinedSqlStatements = (): readonly SqlStatement<unknown>[] => statements

/**
 * Defines a SQL statement that returns rows of the type `Row`. TypeScript cannot check this type. So
 * `test/courses/outline/reads.test.ts` compares rows of statements with the same rows read by Prisma.
 */
export function defineSqlStatement<Row>(name: string, text: string, options?: SqlStatementOptions): SqlStatement<Row> {
  const defined: SqlStatement<Row> = { name, text, ...options }
  statements.push(defined)
  return defined
}

/**
 * Returns a comment for the end of a FROM clause that reads parts of a WITH clause only, in an INSERT. A cluster would run
 * such a SELECT on any node, also on one that does not answer, so it replaces the comment by a join with the course, which
 * must exist (`cluster-texts.ts`). One PostgreSQL ignores it.
 * @param id SQL for the id of the course
 */
export const onNodeOf = (id: string): string => `/* on the node of ${id} */`

/**
 * The workspace in the SELECT list of an INSERT with `onNodeOf`. A cluster takes it from the joined row, so that it inserts
 * on the node of the course; it would send a parameter through every node.
 */
export const workspaceOnNode = '$1 /* here.workspace_id */'

/** As `onNodeOf`, where the statement inserts or deletes the course, or does not know it. The cluster joins a row of the workspace. */
export const onNode = '/* on the node of the workspace */'

/**
 * Returns SQL that runs the parts of a WITH clause and returns no row. A cluster can plan an INSERT of selected rows only in
 * such a clause, if a parameter has the workspace.
 */
export const makeSqlWithoutRows = (...parts: readonly string[]): string =>
  `WITH ${parts.join(', ')} SELECT c.id FROM courses c WHERE c.workspace_id = $1 LIMIT 0`

/** Returns the highest number of a parameter such as `$3`. */
export const countParameters = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))

/** A SQL statement and its parameter values. */
export type BoundSqlStatement<Row = unknown> = readonly [statement: SqlStatement<Row>, values: readonly unknown[]]

/** Returns the lock of a statement with its values. Returns undefined if it has none. */
export const bindLock = ({ lock }: SqlStatement<unknown>, values: readonly unknown[]): BoundSqlStatement | undefined =>
  lock && [lock, values.slice(0, countParameters(lock.text))]

/**
 * Runs SQL statements. In the returned rows, timestamps are ISO 8601 text in UTC, JSON values are text, and integers
 * are numbers.
 */
export interface SqlRunner {
  /** Runs a read or a long write, either inside an open transaction or alone. */
  rows<Row>(statement: SqlStatement<Row>, values: readonly unknown[]): Promise<Row[]>
  /**
   * Runs a short write. Outside of `transaction`, several writes may share one commit (`group-commit.ts`). The promise
   * resolves after the commit.
   */
  write<Row>(statement: SqlStatement<Row>, values: readonly unknown[]): Promise<Row[]>
  /**
   * Runs independent reads, in one round trip if there is no connection pooler.
   * @throws ResultTooLargeError for more than `maxBytes` (default `maxResultBytes`)
   */
  pipeline<Rows extends readonly unknown[]>(
    reads: readonly [...{ [K in keyof Rows]: BoundSqlStatement<Rows[K]> }],
    maxBytes?: number,
  ): Promise<{ -readonly [K in keyof Rows]: Rows[K][] }>
}

/** Returns the row of a statement that always returns one. @throws Error if it has returned none */
export function getFirstRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('A SQL statement has returned no row.')
  return row
}
