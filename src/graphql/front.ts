import Negotiator from 'negotiator'
import { makeContext, type Services } from '../context.ts'
import { ApiError } from '../errors.ts'
import { type Exchange, type Headers, lend, mediaTypeOf, readBody, send, sendHead } from '../http/exchange.ts'
import { goneSignal } from '../http/gone.ts'
import { pour } from '../http/pour.ts'
import { askedInBody, askedInQuery } from './asked.ts'
import type { Engine } from './engine.ts'
import { runOperation } from './operation.ts'
import { resultPieces } from './pieces.ts'

const maxBytes = 1_000_000
const allow = 'GET, POST, HEAD, OPTIONS'

const json = 'application/json'
const graphqlJson = 'application/graphql-response+json'
const streams = ['text/event-stream', 'multipart/mixed']
const offered = [json, graphqlJson, ...streams]
// A client may name the charset that it is answered in anyway.
const inUtf8 = (type: string) => `${type}; charset=utf-8`

const isRead = ({ req }: Exchange) => req.method === 'GET' || req.method === 'HEAD'

/** How the client likes to be answered best, of what there is (RFC 9110, section 12.5.1). @throws ApiError 406 */
function typeFor(exchange: Exchange): string {
  const { accept } = exchange.req.headers
  if (accept === undefined || accept === '*/*' || accept === json) return json
  const best = new Negotiator(exchange.req).mediaType(offered.map(inUtf8))
  if (best) return offered.find((type) => best === inUtf8(type))!
  throw new ApiError('invalid_request', `The answer can be ${offered.join(', ')}.`, { status: 406 })
}

/** The statuses of GraphQL over HTTP, sections 6.4.1 and 6.4.2: a request that never ran is 400 only for the new type. */
const statusOf = (type: string, ran: boolean) => (ran || type === json ? 200 : 400)

/**
 * `/graphql`: JSON by a short way, without Yoga's HTTP layer but through the same envelope of plug-ins, at a quarter of
 * the time; streams by Yoga.
 */
export function makeGraphql(engine: Engine, services: Services) {
  return async function answer(exchange: Exchange): Promise<void> {
    const { req } = exchange
    if (!isRead(exchange) && req.method !== 'POST') {
      exchange.headers.Allow = allow
      if (req.method === 'OPTIONS') return void sendHead(exchange, 204).end()
      throw new ApiError('invalid_request', `This route takes ${allow}.`, { status: 405 })
    }
    if (req.method === 'POST' && mediaTypeOf(exchange) !== json)
      throw new ApiError('invalid_request', 'Send the body as Content-Type: application/json.', { status: 415 })
    const type = typeFor(exchange)
    if (type === json || type === graphqlJson) return answerJson(exchange, engine, services, type)
    return answerByYoga(exchange, engine, services)
  }
}

async function answerJson(exchange: Exchange, engine: Engine, services: Services, type: string): Promise<void> {
  const { requestId, caller, limit, log } = exchange
  const gone = () => goneSignal(exchange)
  const context = makeContext(services, { face: 'graphql', requestId, caller, limit, log, gone })
  const asked = isRead(exchange) ? askedInQuery(exchange.query) : askedInBody(await readBody(exchange, maxBytes))
  const { result, ran } = await runOperation(engine, context, asked, { readOnly: isRead(exchange) })
  const headers: Headers = context.notes.replayed ? { 'Idempotency-Replayed': 'true' } : {}
  send(exchange, statusOf(type, ran), inUtf8(type), resultPieces(result), headers)
}

async function answerByYoga(exchange: Exchange, engine: Engine, services: Services): Promise<void> {
  const { req, res, requestId, caller, limit, log } = exchange
  const gone = goneSignal(exchange)
  const request = new Request(new URL(req.url ?? '/', 'http://service'), {
    method: isRead(exchange) ? 'GET' : 'POST',
    headers: Object.entries(req.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    ),
    body: isRead(exchange) ? undefined : await readBody(exchange, maxBytes),
    signal: gone,
  })
  const response = await engine.yoga.fetch(
    request,
    makeContext(services, { face: 'graphql', requestId, caller, limit, log, gone: () => gone }),
  )
  lend(exchange).writeHead(response.status, Object.fromEntries(response.headers))
  if (!response.body) return void res.end()
  // Its streams are not always the runtime's own, so they are read as what every stream is.
  for await (const part of response.body as AsyncIterable<Uint8Array>) {
    await pour(exchange, part)
    if (res.destroyed) break
  }
  res.end()
}
