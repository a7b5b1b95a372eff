import {
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { Operation } from '../../../operations/catalogue.ts'
import {
  convertTypeToJsonSchema,
  type JsonSchema,
  makeFieldOrArgumentJsonSchema,
  readJsonSchema,
  removeNullFromJsonSchema,
} from '../../../operations/json-schema.ts'
import { maxRecordsPerPage } from '../../../operations/validation.ts'
import { hasCacheableListResponse, pageMetaFieldNames } from '../answer.ts'
import type { Route } from '../routes.ts'
import type { OpenapiComponents } from './components.ts'
import {
  makeHeaderReferences,
  optionalEtagReference,
  type ResponseHeaderName,
  resolverCacheControlReference,
} from './headers.ts'

const fieldsOf = (type: GraphQLOutputType) => {
  const named = getNullableType(type)
  return isObjectType(named) ? named.getFields() : {}
}

/**
 * Returns whether the response of a route has an `ETag`: the result is a record with a version field, the result is a
 * list that clients may cache, or the operation declares `rest.caching`.
 */
function isVersioned(route: Route): boolean {
  if (hasCacheableListResponse(route) || route.rest.caching) return true
  const { output, rest } = route
  const end = (rest.etag ?? 'version')
    .split('.')
    .reduce<GraphQLOutputType | undefined>((type, name) => type && fieldsOf(type)[name]?.type, output)
  return end !== undefined
}

/**
 * Returns whether some responses of a route have no `ETag`. A response has none if the request adds lists with
 * `include`, or if the nullable field with the record is null, for example after a dry run.
 */
function isEtagOptional({ includable, output, rest }: Route): boolean {
  const [record, ...below] = (rest.etag ?? '').split('.')
  return includable.length > 0 || (below.length > 0 && !isNonNullType(fieldsOf(output)[record!]?.type))
}

/** Returns whether requests to a route may have the header `If-None-Match`, which is for reads of records and lists. */
export const routeAcceptsIfNoneMatch = (route: Route) => route.rest.method === 'GET' && isVersioned(route)

/** Returns a reference to the schema of a record with the lists that the query parameter `include` adds. */
function recordWithLists({ output, includable }: Route, { named, add, schemas }: OpenapiComponents): JsonSchema {
  const { name } = getNamedType(output)
  named(getNamedType(output))
  const shape = schemas[name]!
  const lists = includable.map((list): [string, JsonSchema] => [
    list.name,
    {
      type: 'array',
      items: named(list.record),
      ...readJsonSchema(list),
      description: `${list.description} Only with \`include=${list.name}\`.`,
    },
  ])
  const properties = { ...(shape.properties as Record<string, JsonSchema>), ...Object.fromEntries(lists) }
  return add(`${name}WithLists`, { ...shape, properties })
}

/** Returns the JSON Schema of a success response (section 4 of the REST specification). */
function envelopeOf(route: Route, components: OpenapiComponents): JsonSchema {
  const { output, includable } = route
  const { named, add, schemas } = components
  const type = getNullableType(output)
  const { name } = getNamedType(type)
  const { items, pageInfo, nextCursor } = fieldsOf(type)
  const title = `${name}${isListType(type) ? 'List' : ''}${includable.length > 0 ? 'WithLists' : ''}Envelope`
  if (title in schemas) return { $ref: `#/components/schemas/${title}` }
  const envelope = (properties: Record<string, JsonSchema>) =>
    add(title, { type: 'object', properties, required: Object.keys(properties) })
  if (includable.length > 0) return envelope({ data: recordWithLists(route, components) })
  if (!items || !pageInfo) {
    const { maxItems } = route
    return envelope({
      data: {
        ...removeNullFromJsonSchema(convertTypeToJsonSchema(type, named)).rule,
        ...(maxItems !== undefined && { maxItems }),
      },
    })
  }
  const pageFields = fieldsOf(pageInfo.type)
  const meta = Object.entries(pageMetaFieldNames).map(([name, restName]) => [
    restName,
    makeFieldOrArgumentJsonSchema(pageFields[name]!, named),
  ])
  const cursor = nextCursor && { next_cursor: makeFieldOrArgumentJsonSchema(nextCursor, named) }
  const pageMeta = {
    type: 'object',
    description: getNamedType(pageInfo.type).description,
    properties: { ...Object.fromEntries(meta), ...cursor },
    required: Object.values(pageMetaFieldNames),
  }
  const metaName = nextCursor ? 'CursorPageMeta' : 'PageMeta'
  return envelope({
    data: { ...makeFieldOrArgumentJsonSchema(items, named), maxItems: maxRecordsPerPage },
    meta: add(metaName, pageMeta),
  })
}

/** Returns the JSON Schema of an event stream. Its description lists the name and the meaning of each event. */
function eventsOf({ output }: Operation): JsonSchema {
  const names = getNamedType(fieldsOf(output).event?.type)
  const values = isEnumType(names) ? names.getValues() : []
  const lines = values.map(({ name, description }) => `- \`${name}\`: ${description}`)
  return { type: 'string', description: ['Server-sent events:', '', ...lines].join('\n') }
}

/** All operations, by name. They include the subscriptions that `rest.stream` of a route names. */
export type OperationsByName = ReadonlyMap<string, Operation>

/** Returns the success responses of a route. The keys are the HTTP statuses. */
export function makeSuccessResponses(route: Route, components: OpenapiComponents, operationsByName: OperationsByName) {
  const { rest, output } = route
  const own: ResponseHeaderName[] = [
    ...(rest.location ? ['Location' as const] : []),
    ...(isVersioned(route) ? ['ETag' as const] : []),
    ...(fieldsOf(output).nextCursor ? ['Link' as const] : []),
    ...(route.isRepeatable ? ['Idempotency-Replayed' as const] : []),
    ...(rest.caching ? (['Surrogate-Key', 'Cache-Tag'] as const) : []),
  ]
  const { description } = getNamedType(output)
  const stream = rest.stream === undefined ? undefined : operationsByName.get(rest.stream)
  const success = (names: readonly ResponseHeaderName[]) => ({
    description: description ?? '',
    headers: {
      ...makeHeaderReferences(names),
      ...(isEtagOptional(route) && optionalEtagReference),
      ...(rest.caching && resolverCacheControlReference),
    },
    content: {
      'application/json': { schema: envelopeOf(route, components) },
      ...(stream && { 'text/event-stream': { schema: eventsOf(stream) } }),
    },
  })
  return {
    [rest.status ?? 200]: success(own),
    // With the status 200, no record was created, so the response has no `Location`.
    ...(rest.newField && { 200: success(own.filter((name) => name !== 'Location')) }),
    ...(routeAcceptsIfNoneMatch(route) && {
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
  headers: { ...makeHeaderReferences(['ETag', 'Surrogate-Key', 'Cache-Tag']), ...resolverCacheControlReference },
}
