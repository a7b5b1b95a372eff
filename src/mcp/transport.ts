import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { ApiError } from '../errors.ts'
import { type Exchange, lend, send } from '../http/exchange.ts'

const json = 'application/json'
const stream = 'text/event-stream'

type Message = { params?: { _meta?: { progressToken?: unknown } } } | unknown[] | undefined

function messageOf(body: string): Message {
  try {
    return JSON.parse(body) as Message
  } catch {
    return undefined
  }
}

const asksProgress = (message: Message) =>
  message !== undefined && !Array.isArray(message) && message?.params?._meta?.progressToken !== undefined

/** Which forms of answer a client takes. One that names only one of the protocol's two is served in that one. */
function acceptedBy({ req }: Exchange) {
  const accept = req.headers.accept ?? '*/*'
  const takes = (type: string) =>
    accept.includes(type) || accept.includes(`${type.split('/')[0]}/*`) || accept.includes('*/*')
  return { json: takes(json), stream: takes(stream) }
}

// What the transport looks at; the gate and the guard have seen the rest.
const looked = ['content-type', 'mcp-protocol-version']

/** The request as the transport reads it. A body that has been read already is not given again. */
function requestOf({ req }: Exchange, accept: string, body?: string): Request {
  const sent = looked.flatMap((name) => {
    const value = req.headers[name]
    return typeof value === 'string' ? [[name, value] as [string, string]] : []
  })
  return new Request('http://service/mcp', { method: 'POST', headers: [...sent, ['accept', accept]], body })
}

async function sendResponse(exchange: Exchange, response: Response): Promise<void> {
  const { body, status, headers } = response
  if (headers.get('content-type') !== stream || !body)
    return send(exchange, status, headers.get('content-type') ?? json, await response.bytes())
  lend(exchange).writeHead(status, Object.fromEntries(headers))
  await pipeline(Readable.fromWeb(body as ReadableStream), exchange.res).catch(() => exchange.res.destroy())
}

/**
 * One message and its answer, over the SDK's own transport: JSON, or a stream of events where the client asks to be told
 * of progress or takes nothing else.
 * @throws ApiError 400 for a batch: the protocol has none since 2025-06-18, and one would count as a single request
 */
export async function converse(exchange: Exchange, body: string, server: Server): Promise<void> {
  const message = messageOf(body)
  if (Array.isArray(message))
    throw new ApiError('invalid_request', 'Send one message a request: batches are not taken.')
  const accepted = acceptedBy(exchange)
  const enableJsonResponse = !(accepted.stream && (asksProgress(message) || !accepted.json))
  const accept = accepted.json || accepted.stream ? `${json}, ${stream}` : (exchange.req.headers.accept ?? '')
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse })
  exchange.res.once('close', () => void server.close())
  await server.connect(transport)
  const request = requestOf(exchange, accept, message === undefined ? body : undefined)
  const parsedBody = message === undefined ? {} : { parsedBody: message }
  await sendResponse(exchange, await transport.handleRequest(request, parsedBody))
}
