import { GraphQLError, GraphQLScalarType, Kind } from 'graphql'
import { builder } from './builder.ts'
import { withJsonSchema } from './json-schema.ts'

declare module './builder.ts' {
  interface ScalarTypes {
    /** The REST API passes the body of a request as it is. */
    Bytes: { Input: Buffer; Output: Buffer }
  }
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function parseBytes(value: unknown): Buffer {
  if (Buffer.isBuffer(value)) return value
  if (typeof value === 'string' && base64.test(value)) return Buffer.from(value, 'base64')
  throw new GraphQLError('must be bytes in Base64')
}

builder.addScalarType(
  'Bytes',
  new GraphQLScalarType({
    name: 'Bytes',
    description: 'Bytes, in Base64 (RFC 4648, section 4).',
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc4648',
    parseValue: parseBytes,
    parseLiteral: (node) => parseBytes(node.kind === Kind.STRING ? node.value : undefined),
    ...withJsonSchema({ type: 'string', contentEncoding: 'base64' }),
  }),
)
