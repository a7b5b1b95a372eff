import type { GraphQLContext } from '../../operations/context.ts'
import { defineWorkspaceLimiter } from '../../operations/workspace-limiters.ts'
import { type BoundSqlStatement, defineSqlStatement } from '../../platform/db/statement.ts'
import { ApiError, makeUnavailableError } from '../../platform/errors.ts'
import { addTypoCorrectionsToSearch, disableSequentialScansStatement, makeTypoLookupStatements } from './typos.ts'
import { type ParsedSearch, parseSearchText } from './words.ts'

/** The properties of the request context that a search uses. */
export type SearchRequestContext = Pick<GraphQLContext, 'db' | 'limiters' | 'textIndex' | 'workspaceId'>

/** Limits searches, because each running search uses a database connection. */
export const searchLimiter = defineWorkspaceLimiter((connections) => ({
  resource: 'searches',
  total: Math.max(2, Math.floor(connections / 2)),
  perTenant: 2,
  waitMs: 1500,
  maxWaiting: 16,
}))

/** The statement timeout of a search, in milliseconds. */
const maxMs = 5000

// The `true` in `set_config` limits the timeout to the current transaction, in which the search runs.
const limitTime = defineSqlStatement<never>('search_time', "SELECT set_config('statement_timeout', $1, true)", {
  onPrimary: true,
})

const isTimeout = (error: unknown) => error instanceof ApiError && error.details.reason === 'statement_timeout'

const tooSlow = () =>
  makeUnavailableError('The search took too long. Use fewer or rarer words.', { details: { reason: 'search_timeout' } })

/** Runs the SQL statements of a search in one transaction with a time limit. Returns the rows of each SQL statement. */
async function runInTime<Row>({ db }: SearchRequestContext, reads: BoundSqlStatement<Row>[]): Promise<Row[][]> {
  const [, ...rows] = await db.sql.pipeline<[never, ...Row[]]>([[limitTime, [`${maxMs}ms`]], ...reads])
  return rows
}

/**
 * A row that the SQL statement of a search returns. Each row has the total number of matches. The SQL statement returns
 * at least one row, even if nothing matches.
 */
type FoundRow = { total: number }

/**
 * Runs a search. If nothing matches, corrects typing errors and searches again.
 * @throws ApiError 429 if too many searches wait, or 503 if the search takes too long
 */
export async function runSearch<Row extends FoundRow>(
  context: SearchRequestContext,
  text: string,
  /** Makes the SQL statement of the search. */
  bind: (search: ParsedSearch) => BoundSqlStatement<Row>,
  /**
   * The id of the course that `bind` searches, or null if `bind` does not search a single course. Corrections of typing
   * errors must occur in this course or, for null, in the workspace.
   */
  courseId: string | null = null,
): Promise<{ rows: Row[]; search: ParsedSearch }> {
  const workspaceId = context.workspaceId()
  const run = async (search: ParsedSearch) => {
    const [rows = []] = await runInTime(context, [bind(search)])
    return { rows, search }
  }
  const release = await context.limiters.get(searchLimiter).acquire(workspaceId)
  try {
    await context.textIndex.waitUntilIndexed(workspaceId)
    const found = await run(parseSearchText(text))
    if (found.rows.some(({ total }) => total > 0)) return found
    const lookups = makeTypoLookupStatements(workspaceId, found.search, courseId)
    if (lookups.length === 0) return found
    const [, ...words] = await runInTime<{ word: string }>(context, [[disableSequentialScansStatement, []], ...lookups])
    // The caller also gets the corrected search, so that excerpts mark the corrected words.
    const corrected = addTypoCorrectionsToSearch(found.search, words)
    return corrected ? await run(corrected) : found
  } catch (error) {
    throw isTimeout(error) ? tooSlow() : error
  } finally {
    release()
  }
}
