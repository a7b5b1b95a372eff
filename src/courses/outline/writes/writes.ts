import type { TransactionalSqlRunner } from '../../../platform/db/sql.ts'
import { defineSqlStatement, onNodeOf, type SqlRunner, workspaceOnNode } from '../../../platform/db/statement.ts'
import { type ApiError, makeNotFoundError } from '../../../platform/errors.ts'
import { isUuid, makeUuidV7 } from '../../../platform/uuid.ts'
import { type ChangedNode, makeChangeParameters, makeRecordChangeSql } from '../../changes/record-change.ts'
import type { Writer } from '../../changes/writer.ts'
import { getFieldValue } from '../../records/record.ts'
import {
  type LevelDefinition,
  type LevelName,
  levelDefinitions,
  makeCompleteLevelSelectListSql,
  quoteColumnName,
  recordTypeTitles,
  treeChangeAssignmentsSql,
} from '../levels.ts'
import { readTreeNodesByIds } from '../reads/reads.ts'
import type { NewNodeFields, NodeFieldChanges, TreeNodeRow } from '../rows.ts'
import { awaitWriteOrThrowTooManyRecords } from '../rules/course-size.ts'
import { awaitWriteOrThrowKeyConflict } from '../rules/key-conflict.ts'
import { makeVersionMismatchError } from '../rules/version-mismatch.ts'
import {
  hasColumnToWrite,
  listNewRowValues,
  listSetClauseParameters,
  listWritableColumns,
  makeClusterKeyCheckSql,
  makeSetClauseSql,
  makeUniqueKeyCheckSql,
} from './column-writes.ts'
import { makeDifferenceSql, makeNodeBeforeSql, makeNodeBytesSql } from './tallied-writes.ts'

// To prevent deadlocks, every write first locks the course by updating the tree version, and then locks the row.
const lockCourseCte = (table: string) =>
  `course AS (UPDATE courses c SET ${treeChangeAssignmentsSql}
   WHERE c.workspace_id = $1 AND c.id = (SELECT t.course_id FROM ${table} t WHERE t.workspace_id = $1 AND t.id = $2)
   RETURNING c.id AS course_id, c.tree_version)`

/** Defines a statement that checks a key in another way on a cluster. */
const defineForEngines = <Row>(name: string, make: (checkKey: typeof makeUniqueKeyCheckSql) => string) =>
  defineSqlStatement<Row>(name, make(makeUniqueKeyCheckSql), { clusterText: make(makeClusterKeyCheckSql) })

function statementsOf<L extends LevelName>(name: L) {
  const level: LevelDefinition = levelDefinitions[name]
  const { table, parentColumn } = level
  const columns = makeCompleteLevelSelectListSql(level, 't')
  const ownParent = parentColumn === 'course_id'
  const written = listWritableColumns(level)
  const change = (valueSql: ReturnType<typeof makeUniqueKeyCheckSql>) =>
    `UPDATE ${table} t SET ${makeSetClauseSql(written, 5, 't', valueSql)}, version = t.version + 1, updated_at = now(), updated_by = $${5 + 2 * written.length}`
  const expectedType = `$${6 + 2 * written.length}::text`
  const hasType = name === 'block' ? ` AND (${expectedType} IS NULL OR t.type = ${expectedType})` : ''
  const where = `t.workspace_id = $1 AND t.id = $2 AND ($3::int IS NULL OR t.version = $3)${hasType}`
  const creator = `$${5 + written.length}::text`
  const insert = (
    newValue: ReturnType<typeof makeUniqueKeyCheckSql>,
  ) => `INSERT INTO ${table} AS t (id, workspace_id, course_id${ownParent ? '' : `, ${parentColumn}`}, "order", ${written.map(quoteColumnName).join(', ')}, created_by, updated_by)
     SELECT $3, ${workspaceOnNode}, place.course_id${ownParent ? '' : ', $2'}, place.position, ${written.map((column, index) => newValue(column, `$${index + 5}`)).join(', ')}, ${creator}, ${creator}
     FROM place ${onNodeOf('place.course_id')} RETURNING ${columns}`
  /** SQL that records the change. `course` is the CTE with the course, and `written` the one with the written row. */
  const recorded = (firstParameter: number, course: string, written: string, difference: object) =>
    `recorded AS (${makeRecordChangeSql({
      firstParameter,
      courseId: `${course}.course_id`,
      treeVersion: `${course}.tree_version`,
      from: `${written} CROSS JOIN ${course}`,
      ...difference,
    })})`
  const before = makeNodeBeforeSql(name)
  const recordedChange = (course: string) =>
    recorded((name === 'block' ? 7 : 6) + 2 * written.length, course, 'changed', makeDifferenceSql(name, 'changed'))
  return {
    create: defineForEngines<TreeNodeRow<L>>(
      `${table}_create`,
      (
        checkKey,
      ) => `WITH place AS (SELECT * FROM place_${name}($1, $2, $4, NULL)), inserted AS (${insert(checkKey('place.course_id', '$3'))}),
       ${recorded(6 + written.length, 'place', 'inserted', { bytes: makeNodeBytesSql(name, 'inserted') })} SELECT i.* FROM inserted i`,
    ),
    change: defineForEngines<TreeNodeRow<L>>(
      `${table}_change`,
      (checkKey) => `WITH ${before}, ${lockCourseCte(table)}, changed AS (
         ${change(checkKey('course.course_id', 't.id'))} FROM course WHERE ${where} AND $4::int IS NULL RETURNING ${columns}
       ), ${recordedChange('course')} SELECT h.* FROM changed h`,
    ),
    changeWithOrder: defineForEngines<TreeNodeRow<L>>(
      `${table}_change_order`,
      (checkKey) => `WITH ${before}, place AS (SELECT * FROM place_${name}($1, NULL, $4, $2)), changed AS (
         ${change(checkKey('place.course_id', 't.id'))}, "order" = place.position FROM place WHERE ${where} RETURNING ${columns}
       ), ${recordedChange('place')} SELECT h.* FROM changed h`,
    ),
    version: defineSqlStatement<{ version: number }>(
      `${table}_version`,
      `SELECT t.version FROM ${table} t WHERE t.workspace_id = $1 AND t.id = $2`,
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
 * Creates a module, lesson or block.
 * @throws ApiError `not_found` for an unknown parent, or `conflict` for a taken key or a full parent or course
 */
export async function createTreeNode<L extends LevelName>(
  sql: SqlRunner,
  name: L,
  writer: Writer,
  parentId: string,
  fields: NewNodeFields[L],
  /** The position among the siblings. Default: after the last child. */
  order?: number | null,
): Promise<TreeNodeRow<L>> {
  const { workspaceId, callerId } = writer
  const level: LevelDefinition = levelDefinitions[name]
  const values = listNewRowValues(listWritableColumns(level), fields)
  if (!isUuid(parentId)) throw makeNotFoundError(recordTypeTitles[level.parent])
  // An insert at a given position can shift many siblings, so `sql.rows` runs the insert in a separate transaction.
  // `sql.write` may run the writes of several requests in one transaction.
  const write = order == null ? sql.write : sql.rows
  const id = makeUuidV7()
  const change = makeChangeParameters(writer, [{ level: name, id, change: 'created' }])
  const parameters = [workspaceId, parentId, id, order ?? null, ...values, callerId, ...change]
  const [row] = await awaitWriteOrThrowTooManyRecords(
    awaitWriteOrThrowKeyConflict(write(statements[name].create, parameters)),
  )
  if (!row) throw makeNotFoundError(recordTypeTitles[level.parent])
  return row
}

/** The description of the argument `expectedVersion` in GraphQL, REST and MCP. */
export const expectedVersionDescription =
  'The version that the change is based on. A different stored version causes precondition_failed.'

export const expectedTreeVersionDescription =
  'The treeVersion that the change is based on. A different stored treeVersion causes precondition_failed.'

/** The version that a row must have before a write, as in the HTTP header `If-Match`. */
export type ExpectedVersion = { version?: number | null }

/** Returns the version of a module, lesson or block, or undefined if the workspace has no such record. */
export async function readTreeNodeVersion(
  sql: SqlRunner,
  name: LevelName,
  workspaceId: string,
  id: string,
): Promise<number | undefined> {
  return (await sql.rows(statements[name].version, [workspaceId, id]))[0]?.version
}

/** Returns the error for a write that changed nothing: the row is missing, or the row has another version. */
async function makeFailedWriteError(
  sql: SqlRunner,
  name: LevelName,
  workspaceId: string,
  id: string,
): Promise<ApiError> {
  const version = await readTreeNodeVersion(sql, name, workspaceId, id)
  return version === undefined
    ? makeNotFoundError(recordTypeTitles[name])
    : makeVersionMismatchError(recordTypeTitles[name], version)
}

/** Reads the row for an update without fields, and throws the same errors as an update with fields. */
async function readUnchanged<L extends LevelName>(
  sql: SqlRunner,
  name: L,
  workspaceId: string,
  id: string,
  expected: ExpectedVersion,
) {
  const [row] = await readTreeNodesByIds(sql, name, workspaceId, [id])
  if (!row) throw makeNotFoundError(recordTypeTitles[name])
  if (expected.version != null && expected.version !== row.version)
    throw makeVersionMismatchError(recordTypeTitles[name], row.version)
  return row
}

// An update increases the tree version of the course even if the record does not have the expected version.
// A write with an expected version therefore needs a transaction that can be rolled back.
const withExpectedVersion = <T>(
  sql: TransactionalSqlRunner,
  expected: ExpectedVersion,
  write: (sql: SqlRunner) => Promise<T>,
) => (expected.version == null ? write(sql) : sql.transaction(write))

/** The new position of a record, and the version and block type that the record must have before the write. */
type PlaceAndExpected = ExpectedVersion & { order?: number | null; type?: string | undefined }

function makeChangedNode(level: LevelName, id: string, fields: object, order: number | null | undefined): ChangedNode {
  const names = Object.keys(fields).filter((field) => getFieldValue(fields, field) !== undefined)
  const change = names.length > 0 ? 'changed' : 'moved'
  return { level, id: id.toLowerCase(), change, fields: order == null ? names : [...names, 'order'] }
}

/**
 * Changes fields or the position of a module, lesson or block. `id` must be a UUID. If `version` is set, `tx` must be a
 * transaction.
 * @throws ApiError with the same codes as `updateTreeNode`
 */
export async function updateTreeNodeInOneStatement<L extends LevelName>(
  tx: SqlRunner,
  name: L,
  writer: Writer,
  id: string,
  fields: NodeFieldChanges[L],
  { order, version, type }: PlaceAndExpected = {},
): Promise<TreeNodeRow<L>> {
  const { workspaceId, callerId } = writer
  const [change, write] =
    order == null ? [statements[name].change, tx.write] : [statements[name].changeWithOrder, tx.rows]
  const pairs = listSetClauseParameters(listWritableColumns(levelDefinitions[name]), fields)
  const parameters: unknown[] = [workspaceId, id, version ?? null, order ?? null, ...pairs, callerId]
  if (name === 'block') parameters.push(type ?? null)
  parameters.push(...makeChangeParameters(writer, [makeChangedNode(name, id, fields, order)]))
  const [row] = await awaitWriteOrThrowKeyConflict(write(change, parameters))
  if (!row) throw await makeFailedWriteError(tx, name, workspaceId, id)
  return row
}

/**
 * Changes fields or the position of a module, lesson or block.
 * @throws ApiError `not_found`, `precondition_failed` with `details.currentVersion`, or `conflict` for a taken key
 */
export async function updateTreeNode<L extends LevelName>(
  sql: TransactionalSqlRunner,
  name: L,
  writer: Writer,
  id: string,
  fields: NodeFieldChanges[L],
  { order, ...expected }: PlaceAndExpected = {},
): Promise<TreeNodeRow<L>> {
  if (!isUuid(id)) throw makeNotFoundError(recordTypeTitles[name])
  if (order == null && !hasColumnToWrite(listWritableColumns(levelDefinitions[name]), fields))
    return readUnchanged(sql, name, writer.workspaceId, id, expected)
  return withExpectedVersion(sql, expected, (tx) =>
    updateTreeNodeInOneStatement(tx, name, writer, id, fields, { order: order ?? null, ...expected }),
  )
}
