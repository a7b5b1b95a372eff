import ky, { HTTPError } from 'ky'
import { CoursewrightError } from './errors.ts'

export type RetryOptions = {
  /** How often a request is repeated at most. Default 3. */
  maxRetries?: number
  /** The longest wait for `Retry-After`, in milliseconds. After it the request is repeated anyway. Default 60,000. */
  maxRetryAfterMs?: number
  /** How long one attempt may take, in milliseconds. Default 60,000. */
  timeoutMs?: number
  /** Another `fetch` than the runtime's own. */
  fetch?: typeof globalThis.fetch
}

/**
 * Returns a `fetch` that repeats requests which failed on the way or were refused for the moment (429, 502, 503, 504), after
 * `Retry-After` or with growing pauses. Every write has an `Idempotency-Key`, so repeating it changes nothing twice.
 * @throws CoursewrightError for a response with a status of 400 or more, after the last attempt
 */
export function retryingFetch({ maxRetries = 3, maxRetryAfterMs = 60_000, timeoutMs = 60_000, fetch }: RetryOptions) {
  const http = ky.create({
    timeout: timeoutMs,
    retry: {
      limit: maxRetries,
      methods: ['get', 'head', 'post', 'put', 'patch', 'delete'],
      statusCodes: [429, 502, 503, 504],
      afterStatusCodes: [429, 503],
      maxRetryAfter: maxRetryAfterMs,
      jitter: true,
    },
    ...(fetch && { fetch }),
  })
  return async (request: Request): Promise<Response> => {
    try {
      return await http(request, {
        // 304 answers a conditional read.
        throwHttpErrors: (status) => status >= 400,
      })
    } catch (error) {
      if (error instanceof HTTPError) throw new CoursewrightError(error.response, error.data)
      throw error
    }
  }
}
