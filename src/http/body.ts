import { ApiError } from '../platform/errors.ts'
import { waitForTurnIfTextIsLong } from '../platform/event-loop-turns.ts'
import { getResponseAbortSignal } from './abort-signal.ts'
import { reserveRequestBodyMemory } from './body-budget.ts'
import type { Exchange } from './exchange.ts'
import { estimateJsonMemory } from './json-memory.ts'
import { getTenantIdForLimits } from './tenant-id-for-limits.ts'

/** Makes the 413 error for a request body of more than `maxBytes` bytes. `advice` tells the client what to do. */
export function makeBodyTooLargeError(maxBytes: number, advice?: string): ApiError {
  const problem = `The request body is larger than ${maxBytes.toLocaleString('en')} bytes.`
  const message = advice === undefined ? problem : `${problem} ${advice}`
  return new ApiError('invalid_request', message, { status: 413, details: { maxBytes } })
}

/** Returns whether the request has a body of at least one byte (RFC 9112, section 6.3). */
export const hasRequestBody = ({ req }: Exchange) =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0

/**
 * Returns the media type of the request body in lower case, without parameters. Returns an empty string if the request
 * has no Content-Type.
 */
export const parseRequestMediaType = ({ req }: Exchange) =>
  (req.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()

/**
 * A body with a declared length of more than this many bytes is collected in one buffer. Whether a request waits for
 * its turn depends on `minLargeRequestMemory` instead.
 */
const minLargeRequestBytes = 1_000_000

type BodyCollector = {
  add(chunk: Buffer): void
  /**
   * Returns and removes the body, so that its memory can be freed. The request's listeners keep the collector in memory
   * until the response ends.
   */
  take(): Buffer
  clear(): void
}

/** Collects a body of at most `minLargeRequestBytes`, or of unknown length. */
function makeChunkCollector(): BodyCollector {
  let chunks: Buffer[] = []
  const clear = () => {
    chunks = []
  }
  return {
    add: (chunk) => chunks.push(chunk),
    take() {
      const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
      clear()
      return bytes
    },
    clear,
  }
}

/**
 * Collects a large body of known length in one buffer. Joining chunks would need twice the memory. The buffer takes
 * memory only as it is filled.
 */
function makeSingleBufferCollector(declaredBytes: number): BodyCollector {
  let bytes = Buffer.allocUnsafeSlow(declaredBytes)
  let size = 0
  const clear = () => {
    bytes = Buffer.alloc(0)
  }
  return {
    add(chunk) {
      size += chunk.copy(bytes, size)
    },
    take() {
      const body = bytes.subarray(0, size)
      clear()
      return body
    },
    clear,
  }
}

const makeBodyCollector = (declaredBytes: number) =>
  declaredBytes > minLargeRequestBytes ? makeSingleBufferCollector(declaredBytes) : makeChunkCollector()

/**
 * Frees the memory of a large body before the next garbage collection, because the parsed values also need memory. Do
 * not use `bytes` afterwards.
 */
function freeLargeBody(bytes: Buffer): void {
  const { buffer } = bytes
  if (bytes.length > minLargeRequestBytes && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/**
 * Reads the bytes of a request body. The promise rejects if the body is too large, arrives only in part, or needs too
 * much memory.
 */
function readBytes(exchange: Exchange, maxBytes: number, advice?: string): Promise<Buffer> {
  const { req } = exchange
  return new Promise((resolve, reject) => {
    // `resume` is called first, so that Node receives and drops the body even if `reserveRequestBodyMemory` throws.
    req.resume()
    const budget = reserveRequestBodyMemory(exchange)
    const body = makeBodyCollector(Number(req.headers['content-length'] ?? 0))
    let size = 0
    let isRefused = false
    /** Rejects the promise, and drops the rest of the request body. */
    function refuse(error: unknown): void {
      isRefused = true
      body.clear()
      budget.release()
      reject(error)
    }
    const refuseIncomplete = () =>
      refuse(new ApiError('invalid_request', 'The request body did not arrive completely.'))
    function add(chunk: Buffer): void {
      if (isRefused) return
      size += chunk.length
      try {
        if (size > maxBytes) throw makeBodyTooLargeError(maxBytes, advice)
        budget.growTo(size)
        body.add(chunk)
      } catch (error) {
        refuse(error)
      }
    }
    req.on('data', add)
    req.once('end', () => {
      // Node also emits `close` after `end`. The body is then complete and must not be refused.
      req.off('close', refuseIncomplete)
      resolve(body.take())
    })
    req.once('error', refuseIncomplete)
    req.once('close', refuseIncomplete)
    if (req.destroyed) refuseIncomplete()
  })
}

/** A request waits for its turn if `estimateJsonMemory` returns more than this number of bytes for its body. */
const minLargeRequestMemory = 1_000_000

const makeTooManyValuesError = (reason: string) =>
  new ApiError(
    'invalid_request',
    'The request body has too many JSON values (objects, lists, strings, numbers). Send them in several requests.',
    { status: 413, details: { reason } },
  )

/**
 * Waits until a large request may be parsed and carried out.
 * @throws ApiError 413 if the request needs more memory than one tenant may use
 * @throws ApiError 429 or 503 if the wait or the queue is too long
 * @throws ApiError 400 if the client disconnects
 */
async function waitForLargeRequestTurn(exchange: Exchange, body: Buffer): Promise<void> {
  const memory = await estimateJsonMemory(body)
  if (memory <= minLargeRequestMemory) return
  const { largeRequests } = exchange.resourceLimits
  if (memory > largeRequests.perTenant) throw makeTooManyValuesError(largeRequests.resource)
  const signal = getResponseAbortSignal(exchange)
  const release = await largeRequests
    .acquire(getTenantIdForLimits(exchange), memory, signal)
    .catch((error: unknown) => {
      throw signal.aborted ? signal.reason : error
    })
  exchange.onHandled(release)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Makes sure that a body is not encoded, and that its declared length is allowed.
 * @throws ApiError 413 or 415
 */
function assertReadable({ req }: Exchange, maxBytes: number, advice?: string): void {
  // The names of codings are case-insensitive (RFC 9110, section 8.4.1).
  const coding = req.headers['content-encoding']?.toLowerCase()
  if (coding !== undefined && coding !== 'identity') {
    throw new ApiError('invalid_request', 'Send the body without a Content-Encoding.', {
      status: 415,
      headers: { 'Accept-Encoding': 'identity' },
    })
  }
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) {
    // The rest of the body must be received. Otherwise TCP would reset the connection, and the response would be lost.
    req.resume()
    throw makeBodyTooLargeError(maxBytes, advice)
  }
}

/**
 * Reads the request body as it is. `advice` is added to the message of a 413 error.
 * @throws ApiError as `readRequestBodyText`
 */
export function readRequestBodyBytes(exchange: Exchange, maxBytes: number, advice?: string): Promise<Buffer> {
  assertReadable(exchange, maxBytes, advice)
  const read = () => readBytes(exchange, maxBytes, advice)
  return exchange.req.complete ? read() : exchange.waitForClient(read)
}

/**
 * Reads the request body as text. `advice` is added to the message of a 413 error.
 * @throws ApiError 413 for too many bytes or JSON values
 * @throws ApiError 415 for a Content-Encoding, 400 for an incomplete body or invalid UTF-8
 * @throws ApiError 429 or 503 if too much memory is in use, or if the service is overloaded
 */
export async function readRequestBodyText(exchange: Exchange, maxBytes: number, advice?: string): Promise<string> {
  const { req } = exchange
  assertReadable(exchange, maxBytes, advice)
  async function read(): Promise<Buffer> {
    const bytes = await readBytes(exchange, maxBytes, advice)
    await waitForLargeRequestTurn(exchange, bytes)
    return bytes
  }
  const bytes = await (req.complete ? read() : exchange.waitForClient(read))
  await waitForTurnIfTextIsLong(bytes)
  try {
    return utf8.decode(bytes)
  } catch {
    throw new ApiError('invalid_request', 'The request body is not valid UTF-8.')
  } finally {
    freeLargeBody(bytes)
  }
}
