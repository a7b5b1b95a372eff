import { Readable } from 'node:stream'
import { makeContext, type Services } from '../context.ts'
import { ApiError } from '../errors.ts'
import { type Exchange, mediaTypeOf, readBody, send } from '../gate/exchange.ts'
import { stringify } from '../json.ts'
import type { Engine } from './engine.ts'
import { type Asked, runOperation } from './operation.ts'

const maxBytes = 1_000_000

const bad = (message: string) => new ApiError('invalid_request', message)
const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The request's parameters: GraphQL over HTTP, section 5.1. */
function askedIn(body: string): Asked {
  let sent: unknown
  try {
    sent = JSON.parse(body)
  } catch {
    throw bad('The request body is not JSON.')
  }
  if (!isMap(sent)) throw bad('The request body must be one JSON object.')
  const { query, variables, operationName, extensions } = sent
  if (typeof query !== 'string') throw bad('query: must be a string with the GraphQL document.')
  if (variables != null && !isMap(variables)) throw bad('variables: must be an object.')
  if (operationName != null && typeof operationName !== 'string') throw bad('operationName: must be a string.')
  if (extensions != null && !isMap(extensions)) throw bad('extensions: must be an object.')
  return { query, variables: variables as Asked['variables'], operationName }
}

const json = 'application/json'
const graphqlJson = 'application/graphql-response+json'
const accepted = new Map([
  [undefined, json],
  ['*/*', json],
  ['application/*', json],
  [json, json],
  [graphqlJson, graphqlJson],
  [`${graphqlJson}, ${json}`, graphqlJson],
  [`${json}, ${graphqlJson}`, json],
])

/** The statuses of GraphQL over HTTP, sections 6.4.1 and 6.4.2: a request that never ran is 400 only for the new type. */
const statusOf = (type: string, ran: boolean) => (ran || type === json ? 200 : 400)

/**
 * `POST /graphql` with JSON, without Yoga's HTTP layer: the same envelope of plug-ins, a quarter of the time. Undefined
 * for what it leaves to Yoga: streams, GET, other content types, lists of `Accept` with weights.
 */
export function jsonTypeOf(exchange: Exchange): string | undefined {
  if (exchange.req.method !== 'POST' || mediaTypeOf(exchange) !== json) return undefined
  return accepted.get(exchange.req.headers.accept)
}

export async function answerJson(exchange: Exchange, engine: Engine, services: Services, type: string): Promise<void> {
  const asked = askedIn(await readBody(exchange, maxBytes))
  const { requestId, caller, limit, log } = exchange
  const context = makeContext(services, { face: 'graphql', requestId, caller, limit, log })
  const { result, ran } = await runOperation(engine, context, asked)
  send(exchange, statusOf(type, ran), `${type}; charset=utf-8`, stringify(result))
}

/** Everything else, by Yoga itself: GET, streams. */
export async function answerByYoga(exchange: Exchange, engine: Engine, services: Services): Promise<void> {
  const { req, res, requestId, caller, limit, log } = exchange
  const hasBody = req.method !== 'GET' && req.method !== 'HEAD'
  const gone = new AbortController()
  res.once('close', () => gone.abort())
  const request = new Request(new URL(req.url ?? '/', 'http://service'), {
    method: req.method,
    headers: Object.entries(req.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    ),
    body: hasBody ? await readBody(exchange, maxBytes) : undefined,
    signal: gone.signal,
  })
  const response = await engine.fetch(
    request,
    makeContext(services, { face: 'graphql', requestId, caller, limit, log, signal: gone.signal }),
  )
  res.writeHead(response.status, Object.fromEntries(response.headers))
  if (!response.body) return void res.end()
  // Its streams are not always the runtime's own, so they are read as what every stream is.
  Readable.from(response.body as AsyncIterable<Uint8Array>)
    .on('error', () => res.destroy())
    .pipe(res)
}
