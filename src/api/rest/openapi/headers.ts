import type { JsonSchema } from '../../../operations/json-schema.ts'

/** The OpenAPI description of a response header. */
export type OpenapiHeader = { description: string; required: boolean; schema: JsonSchema; example: unknown }

const whole = { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }
const token = { type: 'string', minLength: 1, maxLength: 200 }

/** The OpenAPI descriptions of all response headers. Section 8 of the REST specification requires some of them. */
export const openapiResponseHeaders = {
  'X-Request-Id': {
    description:
      "Identifies the request in the service's log. If the request has `X-Request-Id`, the response repeats it.",
    required: true,
    schema: { type: 'string', maxLength: 128, pattern: '^[\\x21-\\x7e]+$' },
    example: '4b0e9f1c-8f0e-4c1e-9d0a-3f3f0f6d6b1e',
  },
  'X-RateLimit-Limit': {
    description: 'The number of requests allowed in a minute.',
    required: true,
    schema: whole,
    example: 600,
  },
  'X-RateLimit-Remaining': {
    description: 'The number of requests left in this minute.',
    required: true,
    schema: whole,
    example: 599,
  },
  'X-RateLimit-Reset': {
    description: 'The time when the rate limit starts again to count from 0, in seconds since 1970-01-01 (UTC).',
    required: true,
    schema: whole,
    example: 1_893_456_000,
  },
  RateLimit: {
    description:
      'The requests left and the seconds until the count starts again (IETF draft "RateLimit header fields for HTTP").',
    required: true,
    schema: { type: 'string', maxLength: 100, pattern: '^"[A-Za-z]+";r=\\d+;t=\\d+$' },
    example: '"professional";r=599;t=60',
  },
  'RateLimit-Policy': {
    description:
      'The requests allowed and the length of the window in seconds (IETF draft "RateLimit header fields for HTTP").',
    required: true,
    schema: { type: 'string', maxLength: 100, pattern: '^"[A-Za-z]+";q=\\d+;w=\\d+$' },
    example: '"professional";q=600;w=60',
  },
  'Cache-Control': {
    description:
      'With `private, no-cache` a client may store the response but must revalidate it. With `no-store` a client may not store the response.',
    required: true,
    schema: { type: 'string', enum: ['private, no-cache', 'no-store'] },
    example: 'private, no-cache',
  },
  Vary: {
    description: 'The request headers that the response depends on.',
    required: true,
    schema: { type: 'string', maxLength: 200, pattern: '^[A-Za-z-]+(, [A-Za-z-]+)*$' },
    example: 'Authorization, X-API-Key, Accept-Encoding',
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    required: true,
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 86_400 },
    example: 12,
  },
  'WWW-Authenticate': {
    description: 'The kind of credential that is required (RFC 9110, section 11.6.1).',
    required: true,
    schema: token,
    example: 'Bearer',
  },
  Location: {
    description: 'The path of the new record.',
    required: true,
    schema: { type: 'string', format: 'uri-reference', maxLength: 2000 },
    example: '/api/v1/courses/01890a5d-ac96-774b-bcce-b302099a8057',
  },
  Link: {
    description:
      'Links to other pages of the list (RFC 8288): `next`, `prev`, `first` and `last`. A list that is read with `cursor` has only `next` and `first`. There is no `next` on the last page, and no `prev` on the first.',
    required: true,
    schema: {
      type: 'string',
      maxLength: 32_000,
      pattern: '^<[^>]+>; rel="(next|prev|first|last)"(, <[^>]+>; rel="(next|prev|first|last)")*$',
    },
    example:
      '</api/v1/search?query=moon&page=3>; rel="next", </api/v1/search?query=moon&page=1>; rel="prev", </api/v1/search?query=moon&page=1>; rel="first", </api/v1/search?query=moon&page=9>; rel="last"',
  },
  ETag: {
    description:
      'Identifies this version of the response. For a module, lesson or block, the tag contains the `version` and the `order`. For a course, the tag contains the `version` and the `treeVersion`. For any other record, the tag contains the `version` or a hash. For a list, the tag is a hash. The tag of a compressed response ends with the content coding, such as `-gzip`. Send the tag as `If-None-Match` with a read, or as `If-Match` with a change of a record. `If-Match` compares only the version.',
    required: true,
    schema: { type: 'string', maxLength: 90, pattern: '^"((v\\d+|[0-9a-f]{64})(-\\d+){0,2}|[\\w-]{22})(-br|-gzip)?"$' },
    example: '"v7"',
  },
  'Idempotency-Replayed': {
    description: 'Sent if the response repeats the result of an earlier request with the same Idempotency-Key.',
    required: false,
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'Preference-Applied': {
    description: 'The preference of the header `Prefer` that the service has followed (RFC 7240, section 3).',
    required: false,
    schema: { type: 'string', const: 'handling=strict' },
    example: 'handling=strict',
  },
  'Surrogate-Key': {
    description:
      'Tags of the response, separated by spaces. With a tag, an operator can purge the response from a cache.',
    required: true,
    schema: { type: 'string', maxLength: 1000, pattern: '^[a-z]+-[0-9a-f-]+( [a-z]+-[0-9a-f-]+)*$' },
    example: 'course-01890a5d-ac96-774b-bcce-b302099a8057',
  },
  'Cache-Tag': {
    description:
      'Tags of the response, separated by commas. With a tag, an operator can purge the response from a cache.',
    required: true,
    schema: { type: 'string', maxLength: 1000, pattern: '^[a-z]+-[0-9a-f-]+(,[a-z]+-[0-9a-f-]+)*$' },
    example: 'course-01890a5d-ac96-774b-bcce-b302099a8057',
  },
} as const satisfies Record<string, OpenapiHeader>
