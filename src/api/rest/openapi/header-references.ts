import { type OpenapiHeader, openapiResponseHeaders } from './headers.ts'

/**
 * The header `Cache-Control` of an operation that declares `rest.caching`. The resolver of the operation decides how
 * caches may keep each response.
 */
export const cachingControlHeader: OpenapiHeader = {
  description:
    'Shared caches may store a `public` response, at most until the next scheduled change of a course. Only the client may store a `private` response. With `no-cache`, the client must revalidate the response before each use.',
  required: true,
  schema: {
    type: 'string',
    maxLength: 200,
    pattern:
      '^(private, no-cache|private, max-age=\\d+, immutable|public, (s-maxage=\\d+(, stale-while-revalidate=\\d+)?|max-age=\\d+(, (immutable|stale-while-revalidate=\\d+))?))$',
  },
  example: 'public, s-maxage=60, stale-while-revalidate=600',
}

/**
 * A reference to `cachingControlHeader`. In the OpenAPI document, the name of that header component is
 * `CachingControl`.
 */
export const cachingControlReference = { 'Cache-Control': { $ref: '#/components/headers/CachingControl' } }

/** The header `ETag` of a route whose responses do not all have an `ETag`. */
export const optionalEtagHeader: OpenapiHeader = {
  ...openapiResponseHeaders.ETag,
  description: `${openapiResponseHeaders.ETag.description} The response has no \`ETag\` if the request has the query parameter \`include\`, or if a dry run returns no record.`,
  required: false,
}

/**
 * A reference to `optionalEtagHeader`. In the OpenAPI document, the name of that header component is `OptionalETag`.
 */
export const optionalEtagReference = { ETag: { $ref: '#/components/headers/OptionalETag' } }

export type ResponseHeaderName = keyof typeof openapiResponseHeaders

/** The headers of every response. */
const always: readonly ResponseHeaderName[] = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Cache-Control',
  'Vary',
]

/** Returns references to the headers of a response: the headers of every response, and the headers in `own`. */
export const makeHeaderReferences = (own: readonly ResponseHeaderName[] = []) =>
  Object.fromEntries([...always, ...own].map((name) => [name, { $ref: `#/components/headers/${name}` }]))
