import type { GraphQLContext } from '../../../operations/context.ts'
import { type BoundSqlStatement, defineSqlStatement } from '../../../platform/db/statement.ts'
import { ApiError, makeUnavailableError } from '../../../platform/errors.ts'

/** The members of the request context that a search uses. */
export type SearchContext = Pick<GraphQLContext, 'db' | 'shares' | 'textIndex' | 'workspaceId'>

/** The statement timeout of a search, in milliseconds. */
const maxMs = 5000

// The argument `true` of `set_config` limits the timeout to the current transaction, which also runs the search.
const limitTime = defineSqlStatement<never>('search_time', "SELECT set_config('statement_timeout', $1, true)", {
  onPrimary: true,
})

const isTimeout = (error: unknown) => error instanceof ApiError && error.details.reason === 'statement_timeout'

const tooSlow = () =>
  makeUnavailableError('The search took too long. Use fewer or rarer words.', { details: { reason: 'search_timeout' } })

/**
 * Runs a search, after waiting until the workspace may run another search and until pending changes are indexed.
 * @throws ApiError 429 if too many searches of the workspace wait, or 503 if the search takes too long
 */
export async function runSearch<Row>(context: SearchContext, search: BoundSqlStatement<Row>): Promise<Row[]> {
  const workspaceId = context.workspaceId()
  const release = await context.shares.searches.acquire(workspaceId)
  try {
    await context.textIndex.waitUntilIndexed(workspaceId)
    const [, rows] = await context.db.sql.pipeline<[never, Row]>([[limitTime, [`${maxMs}ms`]], search])
    return rows
  } catch (error) {
    throw isTimeout(error) ? tooSlow() : error
  } finally {
    release()
  }
}
