import type { JsonSchema } from '../../shapes.ts'

type Header = { description: string; required: boolean; schema: JsonSchema; example: unknown }

const whole = { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }
const token = { type: 'string', minLength: 1, maxLength: 200 }

/** Every header of an answer; specification, section 8, and what the design adds. */
export const headers = {
  'X-Request-Id': {
    description: "Names this request in the service's log; the request's own `X-Request-Id` where it sent one.",
    required: true,
    schema: { type: 'string', maxLength: 128, pattern: '^[\\x21-\\x7e]+$' },
    example: '4b0e9f1c-8f0e-4c1e-9d0a-3f3f0f6d6b1e',
  },
  'X-RateLimit-Limit': {
    description: 'Requests allowed a minute.',
    required: true,
    schema: whole,
    example: 600,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in this minute.',
    required: true,
    schema: whole,
    example: 599,
  },
  'X-RateLimit-Reset': {
    description: 'When the count starts again, in UTC epoch seconds.',
    required: true,
    schema: whole,
    example: 1_893_456_000,
  },
  RateLimit: {
    description: "The same as the IETF's draft has it: requests left, seconds until the count starts again.",
    required: true,
    schema: { type: 'string', maxLength: 100, pattern: '^"[a-z]+";r=\\d+;t=\\d+$' },
    example: '"professional";r=599;t=60',
  },
  'RateLimit-Policy': {
    description: "The policy as the IETF's draft has it: requests allowed, length of the window in seconds.",
    required: true,
    schema: { type: 'string', maxLength: 100, pattern: '^"[a-z]+";q=\\d+;w=\\d+$' },
    example: '"professional";q=600;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    required: true,
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 86_400 },
    example: 12,
  },
  'WWW-Authenticate': {
    description: 'The credential that is wanted (RFC 9110, section 11.6.1).',
    required: true,
    schema: token,
    example: 'Bearer',
  },
  Location: {
    description: 'Where the new record is found.',
    required: true,
    schema: { type: 'string', format: 'uri-reference', maxLength: 2000 },
    example: '/api/v1/courses/01890a5d-ac96-774b-bcce-b302099a8057',
  },
  ETag: {
    description: "The record's version, for `If-Match` and `If-None-Match`.",
    required: true,
    schema: { type: 'string', maxLength: 12, pattern: '^"v\\d+"$' },
    example: '"v7"',
  },
  'Idempotency-Replayed': {
    description: 'There where the answer is that of an earlier request with the same `Idempotency-Key`.',
    required: false,
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
} as const satisfies Record<string, Header>

export type HeaderName = keyof typeof headers

/** What every answer carries. */
const always: readonly HeaderName[] = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
]

/** References to the headers of an answer: what every answer carries, and its own. */
export const headersOf = (own: readonly HeaderName[] = []) =>
  Object.fromEntries([...always, ...own].map((name) => [name, { $ref: `#/components/headers/${name}` }]))
