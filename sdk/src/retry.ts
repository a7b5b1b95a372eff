import ky, { HTTPError, NetworkError, TimeoutError } from 'ky'
import { makeResponseError } from './errors.ts'
import { namesEventStream } from './event-stream.ts'

export type RetryOptions = {
  /** How often a request is repeated at most. Default 3. */
  maxRetries?: number
  /** The longest wait for `Retry-After`, in milliseconds. A response that asks for more is thrown. Default 60,000. */
  maxRetryAfterMs?: number
  /**
   * How long one attempt may take, in milliseconds: to the end of the response, or to the beginning of an event stream.
   * Default 60,000, and 300,000 for the generation of content.
   */
  timeoutMs?: number
  /** Another `fetch` than the runtime's own. */
  fetch?: typeof globalThis.fetch
}

type Limits = { maxRetries: number; maxRetryAfterMs: number; timeoutMs: number }

const getDefaultTimeoutMs = ({ url }: Request) =>
  new URL(url).pathname.endsWith('/ai/generate-content') ? 300_000 : 60_000

/** The wait that `Retry-After` asks for, in seconds or as a date. Undefined without it, NaN if it is malformed. */
function getRetryAfterMs({ headers }: Response): number | undefined {
  const value = headers.get('Retry-After')
  if (value === null) return undefined
  return /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
}

/** An event stream has no `Idempotency-Key`, so it is repeated only if the service says that it did not begin. */
const isRefusal = (response: Response | undefined) =>
  response?.status === 429 || (response?.status === 503 && response.headers.has('Retry-After'))

/** Returns the function that decides after each failed attempt of `request` whether to send it again. */
function makeRetryDecision(request: Request, { maxRetries, maxRetryAfterMs, timeoutMs }: Limits) {
  const isEventStream = namesEventStream(request.headers.get('Accept'))
  let retries = 0
  let waitingUntil: number | undefined
  return (error: Error): boolean => {
    if (maxRetries === 0) return false
    const response = error instanceof HTTPError ? error.response : undefined
    if (isEventStream && !isRefusal(response)) return false
    const retryAfterMs = response && getRetryAfterMs(response)
    if (retryAfterMs !== undefined && retryAfterMs > maxRetryAfterMs) return false
    if (response?.status !== 409) return retries++ < maxRetries
    // The first attempt still runs. It ends by itself, so the number of retries does not limit how often to ask.
    waitingUntil ??= Date.now() + timeoutMs
    return retryAfterMs !== undefined && Date.now() + retryAfterMs <= waitingUntil
  }
}

/**
 * Returns a `fetch` that reads the response to its end, so that a connection that breaks in the middle is an error of the
 * attempt. An event stream is left to the caller.
 */
function readingFetch(fetch = globalThis.fetch): typeof globalThis.fetch {
  return async (request, init) => {
    const response = await fetch(request, init)
    if (namesEventStream(response.headers.get('Content-Type'))) return response
    try {
      await response.clone().arrayBuffer()
    } catch (cause) {
      if ((request as Request).signal.aborted) throw cause
      // Runtimes name this error differently. ky knows this name.
      throw new TypeError('network error', { cause })
    }
    return response
  }
}

/** The errors of `fetch` itself. Those of ky hold the request, whose API key would be printed with them. */
function toPublicError(error: unknown, timeoutMs: number): unknown {
  if (error instanceof HTTPError) return makeResponseError(error.response, error.data)
  if (error instanceof NetworkError) return error.cause
  if (error instanceof TimeoutError) return new DOMException(`No response within ${timeoutMs} ms.`, 'TimeoutError')
  return error
}

/**
 * Returns a `fetch` that repeats requests which failed on the way or were refused for the moment (429, 502, 503, 504), after
 * `Retry-After` or with growing pauses. Every write has an `Idempotency-Key`, so repeating it changes nothing twice. While
 * its first attempt still runs, the service answers 409 with `Retry-After`.
 * @throws CoursewrightError for a response with a status of 400 or more, after the last attempt
 */
export function retryingFetch(options: RetryOptions) {
  const { maxRetries = 3, maxRetryAfterMs = 60_000, fetch } = options
  return async (request: Request): Promise<Response> => {
    const timeoutMs = options.timeoutMs ?? getDefaultTimeoutMs(request)
    const shouldRetry = makeRetryDecision(request, { maxRetries, maxRetryAfterMs, timeoutMs })
    try {
      return await ky(request, {
        timeout: timeoutMs,
        retry: {
          // `shouldRetry` counts.
          limit: maxRetries && Number.MAX_SAFE_INTEGER,
          methods: ['get', 'head', 'post', 'put', 'patch', 'delete'],
          statusCodes: [409, 429, 502, 503, 504],
          afterStatusCodes: [409, 429, 503],
          maxRetryAfter: maxRetryAfterMs,
          backoffLimit: 10_000,
          jitter: true,
          // Undefined leaves the rest to the lists above, and the pause to `Retry-After`.
          shouldRetry: ({ error }) => (shouldRetry(error) ? undefined : false),
        },
        fetch: readingFetch(fetch),
        // 304 answers a conditional read.
        throwHttpErrors: (status) => status >= 400,
      })
    } catch (error) {
      throw toPublicError(error, timeoutMs)
    }
  }
}
