import { ApiError } from '../api/api-error.ts'

export type PutRequest = {
  url: string
  body: Blob
  headers?: Record<string, string>
  /** Called with the number of bytes that have been sent. */
  onProgress?: (sentBytes: number) => void
  signal?: AbortSignal
}
export type PutResponse = { status: number; text: string; retryAfterSeconds: number | undefined; requestId?: string }

/** A request that sends nothing, and gets no answer, for so long has lost its connection. */
const stallMs = 60_000

/**
 * Sends bytes with PUT. Unlike `fetch`, the request says how much it has sent.
 * @throws ApiError `unreachable` if nothing answers
 */
export function putBytes({ url, body, headers = {}, onProgress, signal }: PutRequest): Promise<PutResponse> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    const fail = () => reject(new ApiError('unreachable', 'The service cannot be reached.'))
    const stop = () => request.abort()
    let stall: ReturnType<typeof setTimeout>
    const waitForMore = () => {
      clearTimeout(stall)
      stall = setTimeout(stop, stallMs)
    }
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded }) => {
      waitForMore()
      onProgress?.(loaded)
    })
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        text: request.responseText,
        retryAfterSeconds: Number(request.getResponseHeader('Retry-After')) || undefined,
        requestId: request.getResponseHeader('X-Request-Id') ?? undefined,
      }),
    )
    request.addEventListener('error', fail)
    request.addEventListener('abort', () => (signal?.aborted ? reject(signal.reason) : fail()))
    request.addEventListener('loadend', () => {
      clearTimeout(stall)
      signal?.removeEventListener('abort', stop)
    })
    signal?.addEventListener('abort', stop)
    waitForMore()
    request.send(body)
  })
}
