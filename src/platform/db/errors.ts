import pg from 'pg'
import { ApiError, makeUnavailableError } from '../errors.ts'

/** The error of a database connection that this process has closed, because the server sent nothing for too long. */
export class UnresponsiveConnectionError extends Error {
  override name = 'UnresponsiveConnectionError'
}

/** The error of the embedded database after its PostgreSQL has aborted, for example because the disk is full. */
export class EmbeddedDatabaseCrashedError extends Error {
  override name = 'EmbeddedDatabaseCrashedError'

  constructor(options?: ErrorOptions) {
    super('The embedded database aborted, as it does when its disk is full.', options)
  }
}

type Coded = Error & { code?: string }

const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * Matches the SQLSTATE codes of lost or refused connections:
 * - 08, 57P: connection lost, or server stopping
 * - 53300: too many connections
 * - 25P03, 25P04: transaction idle or open for too long
 */
const lostStates = /^(08|57P|53300|25P03|25P04)/
const lostMessages = /^(Connection terminated|Client (has encountered|was closed)|timeout (expired|exceeded))/

/**
 * Returns whether the connection was lost or refused. After a lost connection, it is unknown whether the server has run
 * the statement.
 */
export const isConnectionError = (error: Error): boolean => {
  const { code = '', message } = error as Coded
  if (error instanceof UnresponsiveConnectionError || error instanceof EmbeddedDatabaseCrashedError) return true
  return socketCodes.has(code) || lostStates.test(code) || lostMessages.test(message)
}

type Refusal = { reason: string; message: string }

const retryAdvice = 'Nothing was changed. Wait for Retry-After seconds.'

// Error messages by SQLSTATE. If a statement fails with one of these codes, PostgreSQL has rolled it back.
const refusals: Readonly<Record<string, Refusal>> = {
  '57014': { reason: 'statement_timeout', message: `The database took too long for this request. ${retryAdvice}` },
  '55P03': { reason: 'locks', message: `Another request is still changing the same data. ${retryAdvice}` },
  '25006': { reason: 'database_read_only', message: `The database accepts no changes now. ${retryAdvice}` },
  '53100': { reason: 'database_full', message: `The database has no space left. ${retryAdvice}` },
  '53200': { reason: 'database_memory', message: `The database has no memory left. ${retryAdvice}` },
  '58030': { reason: 'database_storage', message: `The database cannot read or write its storage. ${retryAdvice}` },
}

/** The start of the message of Citus when a statement needs a node that does not answer. Its code is that of any failure. */
const nodeAwayMessage = 'failure on connection marked as essential'

/** Returns whether the error means that the server is read-only. A former primary is read-only after a failover. */
export const isReadOnlyServerError = (error: Error): boolean => (error as Coded).code === '25006'

const databaseUnavailable = (message: string, reason: string | undefined, cause: Error): ApiError =>
  makeUnavailableError(message, { details: reason === undefined ? {} : { reason }, cause })

/**
 * Makes the 503 error for a request that could not reach the database, or whose transaction was certainly rolled back.
 */
export const makeDatabaseUnreachableError = (cause: Error): ApiError =>
  databaseUnavailable('The database does not answer. Wait for Retry-After seconds.', undefined, cause)

const outcomeUnknownMessage =
  'The connection to the database was lost during this request. A change may or may not have been made: ' +
  'read the data before you send the request again, or repeat it with the same Idempotency-Key.'

/** Makes the 503 error for a statement whose connection was lost while the statement ran. */
const makeOutcomeUnknownError = (cause: Error): ApiError =>
  databaseUnavailable(outcomeUnknownMessage, 'outcome_unknown', cause)

/**
 * The SQLSTATE of an error that a SQL function in `prisma/sql` raises to refuse a request. The client sees the message
 * and the details of this error.
 */
const refusalState = 'CW409'

/**
 * Converts the error of a SQL function that refuses a request to an ApiError `conflict`. Returns every other error
 * unchanged.
 */
export function convertConflictRaisedBySqlFunction(error: Error): Error {
  const { code, message, detail } = error as Coded & { detail?: string }
  if (code !== refusalState) return error
  const details = JSON.parse(detail ?? '{}') as Record<string, unknown>
  return Object.assign(new ApiError('conflict', message, { details }), { cause: error })
}

/**
 * Sets the name of the violated constraint of an error. A cluster passes the error of another node on with its message only,
 * in which the number of a shard follows the name, such as `_102027`.
 */
function setConstraint(error: Coded & { constraint?: string }): void {
  if (error.code !== '23505' && error.code !== '23514') return
  const name = error.constraint ?? /violates (?:unique|check) constraint "([^"]+)"/.exec(error.message)?.[1]
  if (name !== undefined) error.constraint = name.replace(/_\d{6,}$/, '')
}

/**
 * Converts the error of a failed statement: a failure of the database to a 503 error, and a refusal of a SQL function
 * to a `conflict`.
 */
export function translateDatabaseFailure(error: Error): Error {
  if (error instanceof ApiError) return error
  setConstraint(error)
  if (isConnectionError(error)) return makeOutcomeUnknownError(error)
  if (error.message.startsWith(nodeAwayMessage)) return makeDatabaseUnreachableError(error)
  const refusal = refusals[(error as Coded).code ?? '']
  return refusal
    ? databaseUnavailable(refusal.message, refusal.reason, error)
    : convertConflictRaisedBySqlFunction(error)
}

/**
 * Returns whether PostgreSQL has certainly rolled the statement back. Returns false after a lost connection, because
 * the outcome is then unknown.
 */
export function wasStatementCertainlyRolledBack(error: unknown): boolean {
  const cause = error instanceof ApiError ? error.cause : error
  return cause instanceof pg.DatabaseError && !isConnectionError(cause)
}
