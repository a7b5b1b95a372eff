import { hash } from 'node:crypto'
import { countParameters, type SqlStatement } from './statement.ts'
import type { StatementPart } from './statement-parts.ts'

/** The schema of the functions, apart from those of the SQL scripts. */
export const delegatedSchema = 'statements'

/** The table with a row for each workspace that was written. A part of a statement that reads it runs on the node of the workspace. */
export const workspaceRows = `${delegatedSchema}.workspaces`

const addWorkspaceRow = `INSERT INTO ${workspaceRows} (workspace_id) VALUES ($1) ON CONFLICT DO NOTHING;`

/**
 * Returns whether a cluster runs a statement as one function on the node of its workspace: it writes, in several parts. The
 * coordinator would run each part as a statement of its own, and keep its rows on any node.
 */
export const isDelegated = ({ text, acrossWorkspaces }: Pick<SqlStatement<unknown>, 'text' | 'acrossWorkspaces'>) =>
  !acrossWorkspaces && text.startsWith('WITH') && /\b(INSERT INTO|UPDATE|DELETE FROM)\b/.test(text)

/** Changes with the way in which the function of a statement is made, so that a new version makes its own. */
const functionForm = 'parts'

/**
 * Returns the name of the function of a statement. A version of the service whose statement differs has a function of its
 * own, so that the processes of two versions can run side by side.
 * @param body the text of the statement on a cluster
 * @param lock the text of its lock
 */
export const makeDelegatedName = (name: string, body: string, lock = '') =>
  `${name}_${hash('sha1', functionForm + lock + body).slice(0, 8)}`

/** Returns the SQL that calls the function of a statement. */
export function makeDelegatedCallSql(name: string, body: string, lock?: string): string {
  const parameters = Array.from({ length: countParameters(body) }, (_, index) => `$${index + 1}`)
  return `SELECT * FROM ${delegatedSchema}.${makeDelegatedName(name, body, lock)}(${parameters.join(', ')})`
}

/** A column of a result, with the name of its type. */
export type Column = { name: string; type: string }

/** A part of a statement, with the columns of the rows that it passes to the parts after it. */
export type DelegatedPart = StatementPart & { columns: readonly Column[] }

const makeColumnsSql = (columns: readonly Column[]) => columns.map(({ name, type }) => `"${name}" ${type}`).join(', ')

const makeTypeName = (functionName: string, part: string) => `${delegatedSchema}.${functionName}_${part}`

/** Returns the statements that create the types of the rows that the parts of a function pass on. */
export const makeDelegatedTypesSql = (functionName: string, parts: readonly DelegatedPart[]) =>
  parts
    .filter(({ columns }) => columns.length > 0)
    .map(({ name, columns }) => `CREATE TYPE ${makeTypeName(functionName, name)} AS (${makeColumnsSql(columns)})`)

/** A statement of several parts, with the names of the types of its parameters, and the columns of its result. */
export type DelegatedStatement = {
  parts: readonly DelegatedPart[]
  main: string
  parameters: readonly string[]
  columns: readonly Column[]
}

/** Adds the rows of the parts before it that a part reads. */
function withEarlierRows(text: string, earlier: readonly DelegatedPart[]): string {
  const read = earlier.filter(({ name, columns }) => columns.length > 0 && new RegExp(`\\b${name}\\b`).test(text))
  if (read.length === 0) return text
  const rows = read.map(({ name }) => `${name} AS (SELECT * FROM unnest(${name}_rows))`).join(', ')
  return text.startsWith('WITH ') ? `WITH ${rows}, ${text.slice('WITH '.length)}` : `WITH ${rows} ${text}`
}

const makePartSql = ({ name, text, columns }: DelegatedPart, earlier: readonly DelegatedPart[]) =>
  columns.length === 0
    ? `${withEarlierRows(text, earlier)};`
    : `FOR ${name}_row IN ${withEarlierRows(text, earlier)} LOOP ${name}_rows := array_append(${name}_rows, ${name}_row); END LOOP;`

/**
 * Returns the SQL that creates the function of a statement. PL/pgSQL keeps the plans of its statements, and passes them the
 * values of the parameters, without which a cluster plans no SQL function. Each part is a statement of its own, and keeps
 * its rows in a variable: of one statement with several parts, a cluster copies the rows of each to all nodes, and commits in
 * two phases.
 */
export function makeDelegatedFunctionSql(
  functionName: string,
  { parts, main, parameters, columns }: DelegatedStatement,
  lock?: string,
): string {
  const returned = columns.length > 0 ? columns : [{ name: 'nothing', type: 'integer' }]
  const kept = parts.filter((part) => part.columns.length > 0)
  const declared = kept.flatMap(({ name }) => {
    const type = makeTypeName(functionName, name)
    return [`${name}_row ${type};`, `${name}_rows ${type}[] := '{}';`]
  })
  const statements = [
    ...([...parts.map(({ text }) => text), main].some((text) => text.includes(workspaceRows)) ? [addWorkspaceRow] : []),
    ...(lock ? [`${lock.replace(/^SELECT/, 'PERFORM')};`] : []),
    ...parts.map((part, index) => makePartSql(part, parts.slice(0, index))),
    `${columns.length > 0 ? 'RETURN QUERY ' : ''}${withEarlierRows(main, parts)};`,
  ]
  return `CREATE FUNCTION ${delegatedSchema}.${functionName}(${parameters.join(', ')})
RETURNS TABLE (${makeColumnsSql(returned)}) LANGUAGE plpgsql AS $statement$
#variable_conflict use_column
DECLARE
  ${declared.join('\n  ')}
BEGIN
  ${statements.join('\n  ')}
END $statement$`
}
