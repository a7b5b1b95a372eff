import { hash } from 'node:crypto'
import { countParameters, type SqlStatement } from './statement.ts'

/** The schema of the functions, apart from those of the SQL scripts. */
export const delegatedSchema = 'statements'

/** The table with a row for each workspace that was written. A part of a statement that reads it runs on the node of the workspace. */
export const workspaceRows = `${delegatedSchema}.workspaces`

const addWorkspaceRow = `INSERT INTO ${workspaceRows} (workspace_id) VALUES ($1) ON CONFLICT DO NOTHING;
  `

/**
 * Returns whether a cluster runs a statement as one function on the node of its workspace: it writes, in several parts. The
 * coordinator would run each part as a statement of its own, and keep its rows on any node.
 */
export const isDelegated = ({ text, acrossWorkspaces }: Pick<SqlStatement<unknown>, 'text' | 'acrossWorkspaces'>) =>
  !acrossWorkspaces && text.startsWith('WITH') && /\b(INSERT INTO|UPDATE|DELETE FROM)\b/.test(text)

/**
 * Returns the name of the function of a statement. A version of the service whose statement differs has a function of its
 * own, so that the processes of two versions can run side by side.
 * @param body the text of the statement on a cluster
 * @param lock the text of its lock
 */
export const makeDelegatedName = (name: string, body: string, lock = '') =>
  `${name}_${hash('sha1', lock + body).slice(0, 8)}`

/** Returns the SQL that calls the function of a statement. */
export function makeDelegatedCallSql(name: string, body: string, lock?: string): string {
  const parameters = Array.from({ length: countParameters(body) }, (_, index) => `$${index + 1}`)
  return `SELECT * FROM ${delegatedSchema}.${makeDelegatedName(name, body, lock)}(${parameters.join(', ')})`
}

/** A column of a result, with the name of its type. */
type Column = { name: string; type: string }

/**
 * Returns the SQL that creates the function of a statement. PL/pgSQL keeps the plans of its statements, and passes them the
 * values of the parameters, without which a cluster plans no SQL function.
 */
export function makeDelegatedFunctionSql(
  name: string,
  body: string,
  parameters: readonly string[],
  columns: readonly Column[],
  lock?: string,
): string {
  const returned = columns.length > 0 ? columns : [{ name: 'nothing', type: 'integer' }]
  return `CREATE FUNCTION ${delegatedSchema}.${makeDelegatedName(name, body, lock)}(${parameters.join(', ')})
RETURNS TABLE (${returned.map((column) => `"${column.name}" ${column.type}`).join(', ')}) LANGUAGE plpgsql AS $statement$
#variable_conflict use_column
BEGIN
  ${body.includes(workspaceRows) ? addWorkspaceRow : ''}${lock ? `${lock.replace(/^SELECT/, 'PERFORM')};\n  ` : ''}${columns.length > 0 ? 'RETURN QUERY ' : ''}${body};
END $statement$`
}
