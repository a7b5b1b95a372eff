import { ApiError, isTemporarilyUnavailable } from '../api/api-error.ts'

const maxRetries = 4
const maxWaitSeconds = 30

const isTemporary = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.code === 'unreachable' || error.code === 'rate_limit_exceeded' || isTemporarilyUnavailable(error))

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/**
 * Runs a request that is safe to repeat, and repeats it up to four times after errors that pass. A wait ends with `signal`,
 * unlike one of cockatiel, so that the next upload need not wait for one that was cancelled.
 */
export async function withRetries<Result>(
  run: () => Promise<Result>,
  signal: AbortSignal | undefined,
  firstWaitMs = 1000,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      signal?.throwIfAborted()
      if (!isTemporary(error) || attempt === maxRetries) throw error
      const seconds = Math.min(error.retryAfterSeconds ?? 0, maxWaitSeconds)
      await wait(Math.max(seconds * 1000, firstWaitMs * 2 ** attempt), signal)
    }
  }
}
