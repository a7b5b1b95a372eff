import { parse, parsePlPgSQL } from 'libpg-query'

/** A node of PostgreSQL's parse tree: an object with one member for each field of the node. */
export type Tree = { readonly [field: string]: unknown }

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

const childrenOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : isTree(value) ? Object.values(value) : []

/** All values of a field, wherever it is in the tree. */
export function valuesOf(tree: unknown, field: string): unknown[] {
  const own = isTree(tree) && field in tree ? [tree[field]] : []
  return [...own, ...childrenOf(tree).flatMap((child) => valuesOf(child, field))]
}

const treeOf = (value: unknown, field: string): Tree => {
  const child = isTree(value) ? value[field] : undefined
  return isTree(child) ? child : {}
}
const listOf = (value: unknown, field: string): readonly unknown[] => {
  const child = isTree(value) ? value[field] : undefined
  return Array.isArray(child) ? child : []
}

const namesOf = (column: Tree) => listOf(column, 'fields').map((field) => String(treeOf(field, 'String').sval))

/** The conditions that all must hold: what stands between AND, at any depth. */
function conjuncts(condition: unknown): unknown[] {
  const { boolop, args } = treeOf(condition, 'BoolExpr')
  return boolop === 'AND_EXPR' ? (args as unknown[]).flatMap(conjuncts) : condition === undefined ? [] : [condition]
}

type Table = { table: string; alias: string }
/** What one SELECT, UPDATE or DELETE reads or writes itself, and the conditions on it. */
type Scope = { tables: Table[]; conditions: unknown[] }

const tableOf = (range: Tree): Table => {
  const alias = treeOf(range, 'alias').aliasname ?? range.relname
  return { table: String(range.relname), alias: String(alias) }
}

function fromItem(item: unknown): Scope {
  const [range, join] = [treeOf(item, 'RangeVar'), treeOf(item, 'JoinExpr')]
  if (range.relname) return { tables: [tableOf(range)], conditions: [] }
  if (!join.jointype) return { tables: [], conditions: [] }
  const [left, right] = [fromItem(join.larg), fromItem(join.rarg)]
  return {
    tables: [...left.tables, ...right.tables],
    conditions: [...left.conditions, ...right.conditions, ...conjuncts(join.quals)],
  }
}

function scopeOf(statement: Tree): Scope {
  const target = treeOf(statement, 'relation')
  const items = [...listOf(statement, 'fromClause'), ...listOf(statement, 'usingClause')].map(fromItem)
  return {
    tables: [...(target.relname ? [tableOf(target)] : []), ...items.flatMap(({ tables }) => tables)],
    conditions: [...items.flatMap(({ conditions }) => conditions), ...conjuncts(statement.whereClause)],
  }
}

/** The alias whose `workspace_id` a condition compares with a parameter, if it does. */
function boundAlias(condition: unknown): string | undefined {
  const { kind, name, lexpr, rexpr } = treeOf(condition, 'A_Expr')
  // IS NOT DISTINCT FROM is an equality too.
  const isEquality = ['AEXPR_OP', 'AEXPR_NOT_DISTINCT'].includes(String(kind)) && JSON.stringify(name).includes('"="')
  const [alias, column] = namesOf(treeOf(lexpr, 'ColumnRef'))
  const value = namesOf(treeOf(rexpr, 'ColumnRef'))
  // A parameter of the statement or of the function, or the row of a trigger.
  const isParameter = isTree(treeOf(rexpr, 'ParamRef')) && treeOf(rexpr, 'ParamRef').number !== undefined
  const isArgument = value.length === 1 || ['new', 'old'].includes(value[0] ?? '')
  return isEquality && column === 'workspace_id' && (isParameter || isArgument) ? alias : undefined
}

/** The aliases of these tables that no condition binds to one workspace. */
function unboundIn(statement: Tree, tables: ReadonlySet<string>): string[] {
  const scope = scopeOf(statement)
  const bound = new Set(scope.conditions.map(boundAlias))
  return scope.tables
    .filter(({ table, alias }) => tables.has(table) && !bound.has(alias))
    .map(({ table, alias }) => `${table} ${alias}`)
}

function unboundInsert(statement: Tree, tables: ReadonlySet<string>): string[] {
  const { relname } = treeOf(statement, 'relation')
  const columns = listOf(statement, 'cols').map((column) => treeOf(column, 'ResTarget').name)
  const conflict = treeOf(statement, 'onConflictClause')
  const isKeyed = conflict.action === undefined || JSON.stringify(conflict.infer).includes('"workspace_id"')
  const isBound = columns.includes('workspace_id') && isKeyed
  return tables.has(String(relname)) && !isBound ? [`INSERT INTO ${relname}`] : []
}

/** Returns the tables of a parsed statement, with their aliases, that are not bound to one workspace. */
export function unboundTables(tree: unknown, tables: ReadonlySet<string>): string[] {
  if (!isTree(tree)) return childrenOf(tree).flatMap((child) => unboundTables(child, tables))
  const own = Object.entries(tree).flatMap(([field, value]) => {
    if (!isTree(value)) return []
    if (['SelectStmt', 'UpdateStmt', 'DeleteStmt'].includes(field)) return unboundIn(value, tables)
    // The sides of a UNION are SELECTs without a name; those of a join have one.
    if ((field === 'larg' || field === 'rarg') && 'targetList' in value) return unboundIn(value, tables)
    return field === 'InsertStmt' ? unboundInsert(value, tables) : []
  })
  return [...own, ...childrenOf(tree).flatMap((child) => unboundTables(child, tables))]
}

/** Returns the tables that a parsed statement inserts into. */
export const insertedTables = (tree: unknown): string[] =>
  valuesOf(tree, 'InsertStmt').map((insert) => String(treeOf(insert, 'relation').relname))

/** The name of the last column of an ORDER BY, or undefined. */
function lastSortColumn(select: Tree): string | undefined {
  const column = treeOf(treeOf(treeOf(listOf(select, 'sortClause').at(-1), 'SortBy'), 'node'), 'ColumnRef')
  return namesOf(column).at(-1)
}

/**
 * Returns the last sort column of each SELECT that returns a page (LIMIT with OFFSET), and of the ORDER BY of a
 * statement that contains such a SELECT.
 */
export function pageSortColumns(tree: unknown): (string | undefined)[] {
  const selects = [...valuesOf(tree, 'SelectStmt'), ...valuesOf(tree, 'larg'), ...valuesOf(tree, 'rarg')].filter(isTree)
  const pages = selects.filter((select) => select.limitOffset !== undefined && select.limitCount !== undefined)
  if (pages.length === 0) return []
  const outer = treeOf(treeOf(listOf(tree, 'stmts')[0], 'stmt'), 'SelectStmt')
  return [...pages, ...(outer.sortClause ? [outer] : [])].map(lastSortColumn)
}

/** The column whose value a condition compares with one other value, if it does. */
function equalColumn(condition: unknown): string | undefined {
  const { kind, name, lexpr } = treeOf(condition, 'A_Expr')
  const isEquality = kind === 'AEXPR_OP' && JSON.stringify(name).includes('"="')
  return isEquality ? namesOf(treeOf(lexpr, 'ColumnRef')).at(-1) : undefined
}

/** Whether a SELECT of a statement waits for the locks of several rows, and not in the order of their ids. */
export const locksWithoutOrder = (tree: unknown): boolean =>
  valuesOf(tree, 'SelectStmt')
    .filter(isTree)
    .filter(
      ({ lockingClause }) => lockingClause !== undefined && !JSON.stringify(lockingClause).includes('LockWaitSkip'),
    )
    .some((select) => {
      const columns = conjuncts(select.whereClause).map(equalColumn)
      return !columns.includes('id') && lastSortColumn(select) !== 'id'
    })

const timeFunctions =
  /"sval":"(now|clock_timestamp|statement_timestamp|transaction_timestamp|interval)"|SQLValueFunction/
const readsTime = (tree: unknown) => timeFunctions.test(JSON.stringify(tree) ?? '')

/** Whether a statement reads the time or an interval inside CASE or COALESCE of an UPDATE, or in DO UPDATE. */
export function hasUnsafeTime(tree: unknown): boolean {
  const branches = valuesOf(tree, 'UpdateStmt')
    .flatMap((update) => listOf(update, 'targetList'))
    .flatMap((target) => [...valuesOf(target, 'CaseExpr'), ...valuesOf(target, 'CoalesceExpr')])
  return [...branches, ...valuesOf(tree, 'onConflictClause')].some(readsTime)
}

const textsOf = (definition: Tree, name: string): string[] =>
  listOf(definition, 'options')
    .map((option) => treeOf(option, 'DefElem'))
    .filter(({ defname }) => defname === name)
    .flatMap((option) => valuesOf(option, 'sval').map(String))

/** An expression of PL/pgSQL as a statement of its own; `x := y` is read as y. */
const asStatement = (query: string) =>
  /^\s*(select|with|insert|update|delete)\b/i.test(query) ? query : `SELECT ${query.replace(/^[\w".\s]+:=/, '')}`

/** Returns the statements in the functions that a script defines, in SQL or PL/pgSQL. */
export async function statementsInFunctions(script: string): Promise<string[]> {
  const bytes = Buffer.from(script)
  const { stmts = [] } = await parse(script)
  const found = stmts.map(async ({ stmt, stmt_location = 0, stmt_len }) => {
    const definition = treeOf(stmt, 'CreateFunctionStmt')
    if (!definition.funcname) return []
    if (textsOf(definition, 'language').includes('sql')) return textsOf(definition, 'as')
    const text = bytes.subarray(stmt_location, stmt_len && stmt_location + stmt_len).toString()
    const queries = valuesOf(await parsePlPgSQL(text), 'query')
    return queries.filter((query) => typeof query === 'string').map(asStatement)
  })
  return (await Promise.all(found)).flat()
}
