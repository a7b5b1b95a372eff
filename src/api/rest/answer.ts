import { type ExecutionResult, getNullableType, isListType, isObjectType } from 'graphql'
import { findMatchingEtag } from '../../http/etag.ts'
import type { Exchange, ResponseHeaders } from '../../http/exchange.ts'
import { assertIfMatch } from '../../http/if-match.ts'
import { sendResponseHead } from '../../http/response-head.ts'
import { sendJsonText } from '../../http/send.ts'
import { makeCacheControlAndTagHeaders } from '../../operations/caching-headers.ts'
import type { ResponseCachePolicy } from '../../operations/context.ts'
import { getRootFieldValueOrThrow } from '../../operations/execution/execute.ts'
import { isJsonObject } from '../../operations/json-object.ts'
import type { SerializedBody } from '../../operations/serialized-body.ts'
import { makeDeprecationHeaders } from './deprecation.ts'
import { makeListEtag, makeRecordEtagReader } from './etag.ts'
import { makePageLinks } from './page-links.ts'
import { isPageResult, makeEnvelopeChunks } from './response-body.ts'
import type { Route } from './routes.ts'

type Data = Record<string, unknown>

const valueAt = (value: unknown, path: string) =>
  path.split('.').reduce<unknown>((inner, name) => (isJsonObject(inner) ? inner[name] : undefined), value)

const locationOf = (template: string, value: Data) =>
  `/api/v1${template.replace(/\{([\w.]+)\}/g, (_all, path: string) => encodeURIComponent(String(valueAt(value, path))))}`

/**
 * Returns whether clients may store a route's responses. Responses that only a signed-in person can get are never
 * stored.
 */
const isCacheable = ({ rest, access }: Route) => rest.method === 'GET' && access !== 'person'

/** Returns whether the response of a route is a list that clients may cache. Such a response has an `ETag`. */
export const hasCacheableListResponse = (route: Route) => {
  const type = getNullableType(route.output)
  return isCacheable(route) && (isListType(type) || (isObjectType(type) && 'pageInfo' in type.getFields()))
}

/** Serializes a list, with its `ETag` and the value of its header `Link`. */
function serializeList(exchange: Exchange, result: ExecutionResult, { name }: Route) {
  const value = result.data![name]
  // The `ETag` is a hash of the whole body, so the chunks are joined here.
  const body = makeEnvelopeChunks(exchange, result, name).join('')
  return { body, etag: makeListEtag(body), link: isPageResult(value) ? makePageLinks(exchange, value) : undefined }
}

type SendOptions = {
  /** Whether the result is the stored result of an earlier request with the same Idempotency-Key. */
  replayed: boolean
  /** How caches may keep the response. Undefined if the operation does not declare `rest.caching`. */
  caching: ResponseCachePolicy | undefined
  /**
   * The whole response body. If a resolver sets it (`notes.serializedBody`), the resolver returns null instead of a
   * result.
   */
  serializedBody: SerializedBody | undefined
  /**
   * Whether each change of the result also changes the record's version. If not, as with `include`, the response has no
   * `ETag`.
   */
  isVersioned: boolean
  /** The argument `input` of the operation. */
  input: unknown
}

/**
 * Makes the function that sends a route's results as REST responses, or 304 if the client already has the current
 * version.
 */
export function makeResultSender(route: Route) {
  const { name, rest } = route
  const headersOfRoute = makeDeprecationHeaders(route.deprecation)
  if (isCacheable(route)) headersOfRoute['Cache-Control'] = 'private, no-cache'
  const isList = hasCacheableListResponse(route)
  const readRecordEtag = makeRecordEtagReader(route)

  return function sendOperationResult(
    exchange: Exchange,
    result: ExecutionResult,
    { replayed, caching, serializedBody, isVersioned, input }: SendOptions,
  ): void {
    const value = getRootFieldValueOrThrow(result, route)
    const list = isList ? serializeList(exchange, result, route) : undefined
    const tag = caching?.etag ?? (list ? list.etag : isVersioned ? readRecordEtag(value) : undefined)
    if (rest.method === 'GET' && tag !== undefined) assertIfMatch(exchange, tag)
    const headers: ResponseHeaders = { ...headersOfRoute }
    if (tag !== undefined) headers.ETag = tag
    if (list?.link !== undefined) headers.Link = list.link
    if (replayed) headers['Idempotency-Replayed'] = 'true'
    const isNew = !rest.newField || valueAt(value, rest.newField) === true
    if (rest.location && isNew && isJsonObject(value)) headers.Location = locationOf(rest.location, value)
    const sent = exchange.req.headers['if-none-match']
    if (caching) Object.assign(headers, makeCacheControlAndTagHeaders(exchange, caching))
    const matched =
      caching?.matchedEtag ??
      (rest.method === 'GET' && tag !== undefined && sent !== undefined ? findMatchingEtag(sent, tag) : undefined)
    if (matched !== undefined) return void sendResponseHead(exchange, 304, { ...headers, ETag: matched }).end()
    const warnings = rest.findWarnings?.(input, value) ?? []
    const body = serializedBody ?? list?.body ?? makeEnvelopeChunks(exchange, result, name, warnings)
    sendJsonText(exchange, isNew ? (rest.status ?? 200) : 200, body, headers)
  }
}
