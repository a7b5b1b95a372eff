import Negotiator from 'negotiator'
import { getResponseAbortSignal } from '../../http/abort-signal.ts'
import { parseRequestMediaType, readRequestBodyText } from '../../http/body.ts'
import { reserveEventStreamSlot } from '../../http/event-stream.ts'
import { type Exchange, type ResponseHeaders, setCommonResponseHeaders } from '../../http/exchange.ts'
import { isGetOrHead, sendAllowedMethods } from '../../http/read-methods.ts'
import { sendHttpResponse } from '../../http/send.ts'
import { getTenantIdForLimits } from '../../http/tenant-id-for-limits.ts'
import { writeWithBackpressure } from '../../http/write-with-backpressure.ts'
import type { OperationCatalogue } from '../../operations/catalogue.ts'
import { makeGraphQLContext, type Services } from '../../operations/context.ts'
import { runQueryOrMutation } from '../../operations/execution/run-operation.ts'
import type { SchemaExecutor } from '../../operations/execution/schema-executor.ts'
import { defaultMaxBodyBytes } from '../../operations/operation.ts'
import { ApiError } from '../../platform/errors.ts'
import { waitForTurnIfTextIsLong } from '../../platform/event-loop-turns.ts'
import { serializeToJsonChunks } from '../../platform/json.ts'
import { type BodySizeChecker, makeBodySizeChecker } from './body-size.ts'
import { type ParsedGraphQLParams, parseGraphQLParamsFromBody, parseGraphQLParamsFromQuery } from './params.ts'

const allow = 'GET, POST, HEAD, OPTIONS'

const json = 'application/json'
const graphqlJson = 'application/graphql-response+json'
const streams = ['text/event-stream', 'multipart/mixed']
const mediaTypes = [json, graphqlJson, ...streams]
// A client may request another charset, but the response is always in UTF-8.
const inUtf8 = (type: string) => `${type}; charset=utf-8`

/**
 * Returns the media type that the client prefers for the response (RFC 9110, section 12.5.1).
 * @throws ApiError 406 if the client accepts none of the media types
 */
function typeFor(exchange: Exchange): string {
  const { accept } = exchange.req.headers
  if (accept === undefined || accept === '*/*' || accept === json) return json
  const best = new Negotiator(exchange.req).mediaType(mediaTypes.map(inUtf8))
  if (best) return mediaTypes.find((type) => best === inUtf8(type))!
  throw new ApiError('invalid_request', `The response can be ${mediaTypes.join(', ')}.`, { status: 406 })
}

/**
 * Returns the HTTP status of a GraphQL response (GraphQL over HTTP, sections 6.4.1 and 6.4.2). `ran` is false if
 * nothing was executed.
 */
const statusOf = (type: string, ran: boolean) => (ran || type === json ? 200 : 400)

/**
 * Makes the HTTP handler of `/graphql`. JSON responses bypass Yoga's HTTP layer, which would take four times as long.
 */
export function makeGraphqlHandler({ operations }: OperationCatalogue, executor: SchemaExecutor, services: Services) {
  const parts: Parts = { executor, services, bodySizeChecker: makeBodySizeChecker(operations) }
  return async function answerGraphql(exchange: Exchange): Promise<void> {
    const { req } = exchange
    if (!isGetOrHead(exchange) && req.method !== 'POST') return sendAllowedMethods(exchange, allow)
    if (req.method === 'POST' && parseRequestMediaType(exchange) !== json)
      throw new ApiError('invalid_request', 'Send the body as Content-Type: application/json.', {
        status: 415,
        headers: { Accept: json },
      })
    const type = typeFor(exchange)
    // Responses with and without Yoga's HTTP layer use the same plug-ins.
    if (type === json || type === graphqlJson) return answerJson(exchange, parts, type)
    return answerByYoga(exchange, parts)
  }
}

/** The objects that the handler needs for every GraphQL request. */
type Parts = { executor: SchemaExecutor; services: Services; bodySizeChecker: BodySizeChecker }

/** Reads the GraphQL parameters of a request. `body` is the body of a POST request. */
async function readParams(
  exchange: Exchange,
  bodySizeChecker: BodySizeChecker,
  maxBytes: number,
): Promise<{ params: ParsedGraphQLParams; body: string }> {
  if (isGetOrHead(exchange)) return { params: parseGraphQLParamsFromQuery(exchange.query), body: '' }
  const body = await readRequestBodyText(exchange, maxBytes, bodySizeChecker.adviceFor(maxBytes))
  const params = parseGraphQLParamsFromBody(body)
  await waitForTurnIfTextIsLong(body)
  return { params, body }
}

/**
 * The response to a request that contains only the hash of a persisted query. Apollo Server sends the same response if
 * it supports no persisted queries.
 */
const persistedQueryNotSupported = JSON.stringify({
  errors: [
    { message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED', details: {} } },
  ],
})

async function answerJson(
  exchange: Exchange,
  { executor, services, bodySizeChecker }: Parts,
  type: string,
): Promise<void> {
  const { requestId, caller, limit, log } = exchange
  const abortSignal = () => getResponseAbortSignal(exchange)
  const context = makeGraphQLContext(services, {
    api: 'graphql',
    requestId,
    caller,
    tenantId: getTenantIdForLimits(exchange),
    limit,
    responseHeaders: exchange.headers,
    log,
    abortSignal,
  })
  const { params, body } = await readParams(exchange, bodySizeChecker, bodySizeChecker.getMaxReadBytes(caller))
  if (params === 'onlyQueryHash') return sendHttpResponse(exchange, 200, inUtf8(type), persistedQueryNotSupported)
  const { result, ran } = await runQueryOrMutation(executor, context, params, {
    readOnly: isGetOrHead(exchange),
    assertBodySize: (getMaxBytes) => bodySizeChecker.assertSize(Buffer.byteLength(body), getMaxBytes),
  })
  exchange.hasChanged = context.notes.hasChanged
  const headers: ResponseHeaders = context.notes.replayed ? { 'Idempotency-Replayed': 'true' } : {}
  sendHttpResponse(exchange, statusOf(type, ran), inUtf8(type), serializeToJsonChunks(result), headers)
}

/**
 * The headers of Yoga's responses that this service does not send. The service sets `Cache-Control` itself. Yoga sends
 * `Content-Encoding: none`, which is not valid.
 */
const droppedHeaders = new Set(['cache-control', 'content-encoding'])

async function answerByYoga(exchange: Exchange, { executor, services, bodySizeChecker }: Parts): Promise<void> {
  const { req, res, requestId, caller, limit, log } = exchange
  const signal = getResponseAbortSignal(exchange)
  const { params, body } = await readParams(exchange, bodySizeChecker, defaultMaxBodyBytes)
  // The slot for an event stream is reserved after the request body has arrived, so a slow upload takes no slot.
  reserveEventStreamSlot(exchange)
  if (params === 'onlyQueryHash') return sendHttpResponse(exchange, 200, inUtf8(json), persistedQueryNotSupported)
  const request = new Request(new URL(req.url ?? '/', 'http://service'), {
    method: isGetOrHead(exchange) ? 'GET' : 'POST',
    headers: Object.entries(req.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    ),
    body: isGetOrHead(exchange) ? undefined : body,
    signal,
  })
  const response = await executor.yoga.fetch(
    request,
    makeGraphQLContext(services, {
      api: 'graphql',
      requestId,
      caller,
      tenantId: getTenantIdForLimits(exchange),
      limit,
      responseHeaders: exchange.headers,
      log,
      abortSignal: () => signal,
    }),
  )
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !droppedHeaders.has(name.toLowerCase())))
  setCommonResponseHeaders(exchange).writeHead(response.status, headers)
  // Yoga sends no body with its status 406, such as for a subscription as `multipart/mixed`.
  if (!response.body) return void res.end()
  // The body of Yoga's response is always an async iterable, but not always a Node stream.
  for await (const part of response.body as AsyncIterable<Uint8Array>) await writeWithBackpressure(exchange, part)
  res.end()
}
