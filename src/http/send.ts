import { ApiError } from '../platform/errors.ts'
import type { EndReservation } from '../platform/limits/tenant-limiter.ts'
import { encodeUtf8IntoPooledBuffer, type PooledUtf8Text } from './buffer-pool.ts'
import { type ContentEncoding, chooseContentEncoding, compressResponseBody } from './compression.ts'
import { addEtagEncodingSuffix } from './etag.ts'
import type { Exchange, ResponseHeaders } from './exchange.ts'
import { onResponseSentOrAborted } from './on-finished.ts'
import { sendResponseHead } from './response-head.ts'
import { getTenantIdForLimits } from './tenant-id-for-limits.ts'

type ResponseBody = string | readonly string[] | Uint8Array

/**
 * The minimum length of a long response, in characters or bytes. The service reserves memory for a long response until
 * the client has received it.
 */
export const minMemoryReservedResponseLength = 16_384

const sizeOf = (body: ResponseBody): number =>
  typeof body === 'string' || body instanceof Uint8Array
    ? body.length
    : body.reduce((sum, { length }) => sum + length, 0)

const joinChunks = (body: ResponseBody) =>
  typeof body === 'string' || body instanceof Uint8Array ? body : body.join('')

/** Makes the error for a saved change whose response cannot be sent. A retry would make the change a second time. */
const changedButUnsent = ({ details }: ApiError) =>
  new ApiError(
    'internal_error',
    'The change was saved, but the response cannot be sent now. Read the record again later.',
    {
      details: { ...details, done: true },
    },
  )

const responseTooLarge = (maxBytes: number) =>
  new ApiError(
    'invalid_request',
    `The response is larger than ${maxBytes.toLocaleString('en')} bytes. Request parts of it.`,
    {
      details: { reason: 'answer too large', maxBytes },
    },
  )

/**
 * Reserves memory for a response. A response to an anonymous caller must fit into two limits: `responses`, which
 * applies to all callers, and `anonymousResponses`.
 */
function acquireResponseMemory({ resourceLimits, caller, ipAddress }: Exchange, bytes: number): EndReservation {
  const { responses, anonymousResponses } = resourceLimits
  const tenantId = getTenantIdForLimits({ caller, ipAddress })
  if (caller.kind !== 'anonymous') return responses.acquireNow(tenantId, bytes)
  const releaseAnonymous = anonymousResponses.acquireNow(tenantId, bytes)
  try {
    const release = responses.acquireNow(tenantId, bytes)
    return () => {
      release()
      releaseAnonymous()
    }
  } catch (refusal) {
    releaseAnonymous()
    throw refusal
  }
}

/**
 * Reserves memory for a response.
 * @throws ApiError 429 if the responses to this tenant use too much memory
 * @throws ApiError 503 if the responses to all tenants, or to all anonymous callers, use too much memory
 * @throws ApiError `invalid_request` if the response is too large
 * @throws ApiError 500 in all three cases if the request has already changed data
 */
export function reserveResponseMemory(exchange: Exchange, bytes: number): EndReservation {
  const { maxResponseBytes } = exchange.resourceLimits
  try {
    if (bytes > maxResponseBytes) throw responseTooLarge(maxResponseBytes)
    return acquireResponseMemory(exchange, bytes)
  } catch (refusal) {
    throw exchange.hasChanged ? changedButUnsent(refusal as ApiError) : refusal
  }
}

/** Reserves memory until the response has been sent. Returns a function that changes the number of reserved bytes. */
function holdUntilSent(exchange: Exchange, bytes: number): (bytes: number) => void {
  let release = reserveResponseMemory(exchange, bytes)
  let isFinished = false
  const timer = setTimeout(() => exchange.req.socket.destroy(), exchange.resourceLimits.maxResponseMs)
  onResponseSentOrAborted(exchange, () => {
    isFinished = true
    clearTimeout(timer)
    release()
  })
  return (now) => {
    // The client may have disconnected while the response was encoded or compressed.
    if (isFinished) return
    release()
    release = reserveResponseMemory(exchange, now)
  }
}

/**
 * Returns the headers of a compressed response: with `Content-Encoding`, and with a suffix such as `-gzip` in the
 * `ETag`.
 */
function compressedHeaders(headers: ResponseHeaders, coding: ContentEncoding): ResponseHeaders {
  const coded: ResponseHeaders = { ...headers, 'Content-Encoding': coding }
  if (headers.ETag !== undefined) coded.ETag = addEtagEncodingSuffix(headers.ETag, coding)
  return coded
}

function sendWhole(exchange: Exchange, status: number, headers: ResponseHeaders, body: string | Uint8Array): void {
  headers['Content-Length'] = String(Buffer.byteLength(body))
  sendResponseHead(exchange, status, headers).end(body)
}

type LongResponse = PooledUtf8Text & { resize(bytes: number): void }

/** Compresses and sends a response. Closes the connection on failure. */
function sendCompressed(
  exchange: Exchange,
  status: number,
  headers: ResponseHeaders,
  coding: ContentEncoding,
  long: LongResponse,
): void {
  const { req, res, log } = exchange
  compressResponseBody(long.bytes, coding, (error, result) => {
    long.free()
    // The client error handler may have answered the request with an error while the response was compressed.
    if (res.headersSent || res.destroyed) return
    try {
      if (error) throw error
      if (result.length < long.bytes.length) long.resize(result.length)
      sendWhole(exchange, status, compressedHeaders(headers, coding), result)
    } catch (err) {
      log().error({ err }, 'a response could not be sent')
      req.socket.destroy()
    }
  })
}

const noResize = () => {}

/** Encodes a response body as bytes. The memory of a long body stays reserved until the response has been sent. */
function encodeBody(exchange: Exchange, body: ResponseBody, size: number): LongResponse {
  const resize = size < minMemoryReservedResponseLength ? noResize : holdUntilSent(exchange, size)
  if (body instanceof Uint8Array) return { bytes: body, free: () => {}, resize }
  const { bytes, free } = encodeUtf8IntoPooledBuffer(typeof body === 'string' ? [body] : body, size)
  try {
    if (bytes.length !== size) resize(bytes.length)
  } catch (refusal) {
    free()
    throw refusal
  }
  return { bytes, free, resize }
}

/**
 * Sends a response, compressed if the client accepts compression and the body is long enough.
 * @throws ApiError if the response needs too much memory. Nothing is sent in this case
 */
export function sendHttpResponse(
  exchange: Exchange,
  status: number,
  type: string,
  body: ResponseBody,
  own: ResponseHeaders = {},
): void {
  const size = sizeOf(body)
  const coding = chooseContentEncoding(exchange.req, size)
  const headers: ResponseHeaders = { ...own, 'Content-Type': type }
  if (coding && exchange.req.method === 'HEAD') {
    // For a HEAD request, the body is not compressed, so the `Content-Length` of the compressed body is unknown.
    sendResponseHead(exchange, status, compressedHeaders(headers, coding)).end()
  } else if (coding) {
    sendCompressed(exchange, status, headers, coding, encodeBody(exchange, body, size))
  } else if (size < minMemoryReservedResponseLength) {
    sendWhole(exchange, status, headers, joinChunks(body))
  } else {
    const { bytes, free } = encodeBody(exchange, body, size)
    onResponseSentOrAborted(exchange, free)
    sendWhole(exchange, status, headers, bytes)
  }
}

export const jsonContentType = 'application/json; charset=utf-8'

export const sendJsonText = (exchange: Exchange, status: number, body: ResponseBody, headers?: ResponseHeaders) =>
  sendHttpResponse(exchange, status, jsonContentType, body, headers)

/** Returns the JSON body of an error response (REST specification, section 7). */
export const formatErrorBody = ({ code, message, details }: ApiError) =>
  JSON.stringify({ error: { code, message, details } })

export const sendError = (exchange: Exchange, error: ApiError) =>
  sendJsonText(exchange, error.status, formatErrorBody(error), error.headers)
