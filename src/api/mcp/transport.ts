import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { reserveEventStreamSlot } from '../../http/event-stream.ts'
import { type Exchange, setCommonResponseHeaders } from '../../http/exchange.ts'
import { onResponseSentOrAborted } from '../../http/on-finished.ts'
import { sendHttpResponse } from '../../http/send.ts'
import { writeWithBackpressure } from '../../http/write-with-backpressure.ts'
import { ApiError } from '../../platform/errors.ts'
import { assertMcpMessageWithinLimits, parseUncheckedMcpMessage, type UncheckedMcpMessage } from './message.ts'
import { patchTransportToRejectInvalidParams } from './params.ts'

const json = 'application/json'
const stream = 'text/event-stream'

/** Returns whether the client wants progress notifications for an MCP message. */
const wantsProgress = (message: UncheckedMcpMessage) =>
  !Array.isArray(message) &&
  (message?.params as { _meta?: { progressToken?: unknown } } | undefined)?._meta?.progressToken !== undefined

/** Returns which of the two response formats the client accepts: JSON and event streams. */
function acceptedBy({ req }: Exchange) {
  const accept = req.headers.accept ?? '*/*'
  const accepts = (type: string) =>
    accept.includes(type) || accept.includes(`${type.split('/')[0]}/*`) || accept.includes('*/*')
  return { json: accepts(json), stream: accepts(stream) }
}

/** The request headers that the SDK's transport gets. The service has already checked the other headers itself. */
const transportHeaders = ['content-type', 'mcp-protocol-version']

/**
 * Returns the `Request` object for the SDK's transport.
 * @param body undefined if the transport gets the parsed message instead
 */
function requestOf({ req }: Exchange, accept: string, body?: string): Request {
  const sent = transportHeaders.flatMap((name) => {
    const value = req.headers[name]
    return typeof value === 'string' ? [[name, value] as [string, string]] : []
  })
  return new Request('http://service/mcp', { method: 'POST', headers: [...sent, ['accept', accept]], body })
}

async function sendResponse(exchange: Exchange, response: Response): Promise<void> {
  const { body, status, headers } = response
  if (headers.get('content-type') !== stream || !body)
    return sendHttpResponse(exchange, status, headers.get('content-type') ?? json, await response.bytes())
  const { 'cache-control': _keeping, ...own } = Object.fromEntries(headers)
  setCommonResponseHeaders(exchange).writeHead(status, own)
  for await (const part of body as AsyncIterable<Uint8Array>) {
    await writeWithBackpressure(exchange, part)
    if (exchange.res.destroyed) return
  }
  exchange.res.end()
}

/**
 * Answers one MCP message with JSON or an event stream, through the SDK's transport.
 * @param findRefusal returns an error that takes the place of an answer in JSON. A stream has begun with status 200
 *   before the error is known, and so contains the answer.
 * @throws ApiError 400 or 413 for a batch or for a message that exceeds a limit, and the error of `findRefusal`
 */
export async function handleMcpMessage(
  exchange: Exchange,
  body: string,
  server: Server,
  findRefusal: () => ApiError | undefined,
): Promise<void> {
  const message = parseUncheckedMcpMessage(body)
  // MCP has no batches since version 2025-06-18.
  if (Array.isArray(message))
    throw new ApiError('invalid_request', 'Send one message in each request. Batches are not supported.')
  assertMcpMessageWithinLimits(message, body)
  const accepted = acceptedBy(exchange)
  // The response is a stream only if the client accepts streams, and wants progress or does not accept JSON.
  const enableJsonResponse = !(accepted.stream && (wantsProgress(message) || !accepted.json))
  if (!enableJsonResponse) reserveEventStreamSlot(exchange)
  const accept = accepted.json || accepted.stream ? `${json}, ${stream}` : (exchange.req.headers.accept ?? '')
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse })
  onResponseSentOrAborted(exchange, () => void server.close())
  await server.connect(transport)
  patchTransportToRejectInvalidParams(transport)
  const request = requestOf(exchange, accept, message === undefined ? body : undefined)
  const parsedBody = message === undefined ? {} : { parsedBody: message }
  const response = await transport.handleRequest(request, parsedBody)
  const refusal = enableJsonResponse ? findRefusal() : undefined
  if (refusal) throw refusal
  await sendResponse(exchange, response)
}
