import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Caller } from '../auth/caller.ts'
import type { Master } from '../auth/master.ts'
import { ApiError } from '../errors.ts'
import type { LimitState } from '../limits/http.ts'
import { write } from './bytes.ts'

/** One request and its answer, with what the gate has found out about it. */
export type Exchange = {
  req: IncomingMessage
  res: ServerResponse
  requestId: string
  /** The path without the query, as it came; the query without its question mark. */
  path: string
  query: string
  address: string
  /** What every answer carries, whoever gives it. */
  headers: Headers
  caller: Caller
  limit: LimitState
  /** The service's log, naming this request. Made for those who write, since few do. */
  log(): Logger
  /** The declared route that answers, for log and metrics; never a client's own text. */
  route: string
}

/** A face: answers what the gate lets through. */
export type Face = {
  /** Whether its requests count against the caller's limit, and need a usable credential where they bring one. */
  counted: boolean
  /** Answers under any load: health and metrics. */
  vital?: boolean
  /** The master key, on the face that takes it. */
  master?: Master
  answer(exchange: Exchange): Promise<void> | void
  /** How an error is told on this face; the envelope of specification section 7 unless it has its own way. */
  refuse?(exchange: Exchange, error: ApiError): void
}

export type Headers = Record<string, string>

const printable = /^[\x21-\x7e]{1,128}$/

/** The client's own request id where it is a short printable one, else a new one. */
export function requestIdOf(req: IncomingMessage): string {
  const sent = req.headers['x-request-id']
  return typeof sent === 'string' && printable.test(sent) ? sent : randomUUID()
}

// A short text goes out in one write with its headers; a long one is written down first, for its length and for the way.
const longChars = 16_384

/** The body of an answer: a text, the pieces of one, or bytes. */
export type Body = string | readonly string[] | Uint8Array

/** A body as Node sends it fastest; what a long text was written into is free again once the answer has left. */
function sendable(res: ServerResponse, body: Body): string | Uint8Array {
  if (body instanceof Uint8Array) return body
  const pieces = typeof body === 'string' ? [body] : body
  const chars = pieces.reduce((sum, { length }) => sum + length, 0)
  if (chars < longChars) return pieces.join('')
  const { bytes, free } = write(pieces, chars)
  res.once('close', free)
  return bytes
}

/**
 * Begins an answer, with the headers that every answer carries. They go to Node as a list: it would set those of an object
 * one by one, and read what was set before once more.
 */
export function sendHead({ res, headers }: Exchange, status: number, own: Headers = {}): ServerResponse {
  const all: Headers = { ...headers, ...own }
  const list: string[] = []
  for (const name in all) list.push(name, all[name]!)
  return res.writeHead(status, list)
}

/** The response for who answers in a way of their own, with the headers that every answer carries set. */
export function lend({ res, headers }: Exchange): ServerResponse {
  for (const name in headers) res.setHeader(name, headers[name]!)
  return res
}

/** Answers with a body. */
export function send(exchange: Exchange, status: number, type: string, body: Body, headers: Headers = {}): void {
  const sent = sendable(exchange.res, body)
  const length = String(Buffer.byteLength(sent))
  sendHead(exchange, status, { ...headers, 'Content-Type': type, 'Content-Length': length }).end(sent)
}

/** The media type of every answer in JSON. */
export const json = 'application/json; charset=utf-8'

/** Answers with JSON that is text already. */
export const sendJson = (exchange: Exchange, status: number, body: Body, headers?: Headers) =>
  send(exchange, status, json, body, headers)

/** The error envelope of specification section 7. */
export const envelopeOf = ({ code, message, details }: ApiError) =>
  JSON.stringify({ error: { code, message, details } })

export const sendError = (exchange: Exchange, error: ApiError) =>
  sendJson(exchange, error.status, envelopeOf(error), error.headers)

/** 413. */
export const tooLarge = (maxBytes: number) =>
  new ApiError('invalid_request', `The request body is larger than ${maxBytes.toLocaleString('en')} bytes.`, {
    status: 413,
    details: { maxBytes },
  })

/** Whether a request brings a body, an empty one apart (RFC 9112, section 6.3). */
export const hasBody = ({ req }: Exchange) =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0

/** The bytes of a request's body, as soon as they are there or too many. What is too many is taken in and dropped. */
const bytesOf = ({ req }: Exchange, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const broken = () => reject(new ApiError('invalid_request', 'The request body did not arrive whole.'))
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) return void chunks.push(chunk)
      chunks.length = 0
      reject(tooLarge(maxBytes))
    })
    req.once('end', () => {
      // Every request closes after its end, and an error that nobody is told is made at a cost all the same.
      req.off('close', broken)
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    })
    req.once('error', broken)
    req.once('close', broken)
    if (req.destroyed) broken()
  })

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The request's body as text. What is too large is still taken in and dropped: a connection closed on a client that
 * sends is reset, and the answer lost with it.
 * @throws ApiError 413 past `maxBytes`, 415 for a content coding, 400 for broken UTF-8 or a client that went away
 */
export async function readBody(exchange: Exchange, maxBytes: number): Promise<string> {
  const { headers } = exchange.req
  const coding = headers['content-encoding']
  if (coding !== undefined && coding !== 'identity') {
    throw new ApiError('invalid_request', 'Send the body without Content-Encoding.', { status: 415 })
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) {
    exchange.req.resume()
    throw tooLarge(maxBytes)
  }
  const bytes = await bytesOf(exchange, maxBytes)
  try {
    return utf8.decode(bytes)
  } catch {
    throw new ApiError('invalid_request', 'The request body is not UTF-8.')
  }
}

/** The media type of the body, lower-case and without parameters; empty where none is named. */
export const mediaTypeOf = ({ req }: Exchange) =>
  (req.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
