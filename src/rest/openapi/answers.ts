import {
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isObjectType,
} from 'graphql'
import { fieldShape, type JsonSchema, shapeOf, withoutNull } from '../../shapes.ts'
import { metaNames } from '../answer.ts'
import type { Operation } from '../view.ts'
import type { Components } from './components.ts'
import { type HeaderName, headersOf } from './headers.ts'

const fieldsOf = (type: GraphQLOutputType) => {
  const named = getNullableType(type)
  return isObjectType(named) ? named.getFields() : {}
}

/** Whether the answer's record has a version to make its `ETag` of: a number at the dotted path. */
function isVersioned({ output, route }: Operation): boolean {
  const end = (route.etag ?? 'version')
    .split('.')
    .reduce<GraphQLOutputType | undefined>((type, name) => type && fieldsOf(type)[name]?.type, output)
  return end !== undefined
}

/** Whether a client can say which version it has: reads of one record. */
export const isConditional = (operation: Operation) => operation.route.method === 'GET' && isVersioned(operation)

/** Whether a request can be repeated under a key of the client's own. */
export const isRepeatable = ({ headers }: Operation) => headers.some(({ name }) => name === 'Idempotency-Key')

/** The envelope of an operation's answer: specification, section 4. */
function envelopeOf({ output }: Operation, { named, add, schemas }: Components): JsonSchema {
  const type = getNullableType(output)
  const { name } = getNamedType(type)
  const { items, pageInfo } = fieldsOf(type)
  const title = `${name}${isListType(type) ? 'List' : ''}Envelope`
  if (title in schemas) return { $ref: `#/components/schemas/${title}` }
  const envelope = (properties: Record<string, JsonSchema>) =>
    add(title, { type: 'object', properties, required: Object.keys(properties) })
  if (!items || !pageInfo) {
    return envelope({ data: withoutNull(shapeOf(type, named)).rule })
  }
  const standing = fieldsOf(pageInfo.type)
  const meta = Object.entries(metaNames).map(([own, told]) => [told, fieldShape(standing[own]!, named)])
  const told = {
    type: 'object',
    description: getNamedType(pageInfo.type).description,
    properties: Object.fromEntries(meta),
    required: Object.values(metaNames),
  }
  return envelope({ data: fieldShape(items, named), meta: add('PageMeta', told) })
}

/** What a stream tells: the names of its events with what each means. */
function eventsOf({ type }: GraphQLField<unknown, unknown>): JsonSchema {
  const names = getNamedType(fieldsOf(type).event?.type)
  const values = isEnumType(names) ? names.getValues() : []
  const told = values.map(({ name, description }) => `- \`${name}\`: ${description}`)
  return { type: 'string', description: ['Server-sent events:', '', ...told].join('\n') }
}

/** The subscriptions by name: a route can stream what one of them tells. */
export type Streams = Readonly<Record<string, GraphQLField<unknown, unknown>>>

/** What an operation answers when it works. */
export function answersOf(operation: Operation, components: Components, streams: Streams) {
  const { route, output } = operation
  const own: HeaderName[] = [
    ...(route.location ? ['Location' as const] : []),
    ...(isVersioned(operation) ? ['ETag' as const] : []),
    ...(isRepeatable(operation) ? ['Idempotency-Replayed' as const] : []),
  ]
  const { description } = getNamedType(output)
  const stream = route.stream === undefined ? undefined : streams[route.stream]
  return {
    [route.status ?? 200]: {
      description: description ?? '',
      headers: headersOf(own),
      content: {
        'application/json': { schema: envelopeOf(operation, components) },
        ...(stream && { 'text/event-stream': { schema: eventsOf(stream) } }),
      },
    },
    ...(isConditional(operation) && { 304: { $ref: '#/components/responses/NotModified' } }),
  }
}

export const notModified = {
  description: 'You have this version already.',
  headers: headersOf(['ETag']),
}
