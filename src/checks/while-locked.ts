import { ApiError } from '../platform/errors.ts'
import type { CheckRunOptions } from './run-check.ts'

/**
 * The time limit, in milliseconds, for checks of a locked course. Must be below the
 * `idle_in_transaction_session_timeout` of PostgreSQL.
 */
const maxCheckMsWhileLocked = 3000

/**
 * The maximum number of times that a request runs the checks of a course without a lock. If the course has changed
 * during the checks, the request runs them again.
 */
export const maxCheckRunsWithoutLock = 3

/**
 * Runs checks while the course is locked. Returns undefined if they take too long.
 * @param run must throw `signal.reason` if `options.signal` is aborted
 */
export async function runChecksWithTimeLimit<Options extends CheckRunOptions, Result>(
  options: Options,
  run: (options: Options) => Promise<Result>,
): Promise<Result | undefined> {
  const timeLimit = AbortSignal.timeout(maxCheckMsWhileLocked)
  const signal = options.signal ? AbortSignal.any([options.signal, timeLimit]) : timeLimit
  try {
    return await run({ ...options, signal })
  } catch (error) {
    if (timeLimit.aborted && error === timeLimit.reason) return undefined
    throw error
  }
}

/**
 * Makes the error for a request that gives up, because the course was changed during each run of the checks. `advice`
 * tells the caller what to do.
 */
export const makeChangedWhileCheckedError = (advice: string) =>
  new ApiError('conflict', `The course was changed each time while the checks ran. ${advice}`, {
    details: { reason: 'changed_while_checked' },
  })
