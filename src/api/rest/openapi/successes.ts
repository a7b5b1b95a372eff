import { type GraphQLOutputType, getNamedType, isNonNullType } from 'graphql'
import type { Operation } from '../../../operations/catalogue.ts'
import { hasCacheableListResponse } from '../answer.ts'
import type { Route } from '../routes.ts'
import type { OpenapiComponents } from './components.ts'
import {
  cachingControlReference,
  makeHeaderReferences,
  optionalEtagReference,
  type ResponseHeaderName,
} from './header-references.ts'
import { getFieldsOfOutputType, makeEnvelopeJsonSchema, makeEventStreamJsonSchema } from './success-schemas.ts'

/**
 * Returns whether responses of a route can have an `ETag`. This is true for records with a version or hash, for
 * cacheable lists, and for routes with `rest.caching`.
 */
function isVersioned(route: Route): boolean {
  if (hasCacheableListResponse(route) || route.rest.caching) return true
  const { output, rest } = route
  const end = (rest.etag ?? 'version')
    .split('.')
    .reduce<GraphQLOutputType | undefined>((type, name) => type && getFieldsOfOutputType(type)[name]?.type, output)
  return end !== undefined
}

/**
 * Returns whether some responses of a route have no `ETag`. Such a response has lists that the parameter `include`
 * adds, or has no record, for example after a dry run.
 */
function isEtagOptional({ includable, output, rest }: Route): boolean {
  const [record, ...below] = (rest.etag ?? '').split('.')
  return includable.length > 0 || (below.length > 0 && !isNonNullType(getFieldsOfOutputType(output)[record!]?.type))
}

/** Returns whether a route reads a record or list with an `ETag`. It accepts the headers `If-None-Match` and `If-Match`. */
export const isVersionedRead = (route: Route) => route.rest.method === 'GET' && isVersioned(route)

/**
 * All operations by name, including subscriptions. The setting `rest.stream` of a route contains the name of a
 * subscription.
 */
export type OperationsByName = ReadonlyMap<string, Operation>

/** Returns the success responses of a route. The keys are the HTTP statuses. */
export function makeSuccessResponses(route: Route, components: OpenapiComponents, operationsByName: OperationsByName) {
  const { rest, output } = route
  const own: ResponseHeaderName[] = [
    ...(rest.location ? ['Location' as const] : []),
    ...(isVersioned(route) ? ['ETag' as const] : []),
    ...(getFieldsOfOutputType(output).pageInfo ? ['Link' as const] : []),
    ...(route.isRepeatable ? ['Idempotency-Replayed' as const] : []),
    ...(rest.findWarnings ? ['Preference-Applied' as const] : []),
    ...(rest.caching ? (['Surrogate-Key', 'Cache-Tag'] as const) : []),
  ]
  const { description } = getNamedType(output)
  const stream = rest.stream === undefined ? undefined : operationsByName.get(rest.stream)
  const success = (names: readonly ResponseHeaderName[]) => ({
    description: description ?? '',
    headers: {
      ...makeHeaderReferences(names),
      ...(isEtagOptional(route) && optionalEtagReference),
      ...(rest.caching && cachingControlReference),
    },
    content: {
      'application/json': { schema: makeEnvelopeJsonSchema(route, components) },
      ...(stream && { 'text/event-stream': { schema: makeEventStreamJsonSchema(stream) } }),
    },
  })
  return {
    [rest.status ?? 200]: success(own),
    // With the status 200, no record was created, so the response has no `Location`.
    ...(rest.newField && { 200: success(own.filter((name) => name !== 'Location')) }),
    ...(isVersionedRead(route) && {
      304: { $ref: `#/components/responses/${rest.caching ? 'CachedNotModified' : 'NotModified'}` },
    }),
  }
}

export const notModifiedResponse = {
  description:
    'The record or list has not changed since the response whose `ETag` the request sends as `If-None-Match`.',
  headers: makeHeaderReferences(['ETag']),
}

/** The response 304 of an operation that declares `rest.caching`. */
export const cacheableNotModifiedResponse = {
  ...notModifiedResponse,
  headers: { ...makeHeaderReferences(['ETag', 'Surrogate-Key', 'Cache-Tag']), ...cachingControlReference },
}
