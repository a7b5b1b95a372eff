/**
 * The definition of one kind of API error. If an error code has several HTTP statuses, each status has a separate
 * definition.
 */
export type ApiErrorDefinition = {
  status: number
  /** The short title of the error. The OpenAPI document describes the error once for all routes, under this title. */
  title: string
  description: string
  example: { message: string; details: Record<string, unknown> }
  /** The response headers that this error sets. */
  headers?: readonly ('Retry-After' | 'WWW-Authenticate')[]
}

/**
 * Every error code with its usual HTTP status (REST specification, section 7). The code `precondition_failed` is only
 * for requests with `If-Match`.
 */
export const apiErrorsByCode = {
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    description: 'The request is invalid: details.fields names each invalid field.',
    example: { message: 'name: is required', details: { fields: [{ path: 'name', message: 'is required' }] } },
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    description:
      'The credential is missing, unknown, expired, revoked or of the wrong kind. The header `WWW-Authenticate` names the authentication scheme.',
    example: { message: 'An API key is required: Authorization: Bearer <API_KEY>.', details: {} },
    headers: ['WWW-Authenticate'],
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    description: 'The credential is valid but does not allow this operation.',
    example: { message: 'The key lacks the scope courses:write.', details: { scope: 'courses:write' } },
  },
  not_found: {
    status: 404,
    title: 'Not found',
    description: 'The record does not exist in your workspace.',
    example: { message: 'Course not found.', details: {} },
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    description:
      'The change conflicts with the current data, or the `Idempotency-Key` was already used for another request.',
    example: { message: 'The workspace has 1000 keys; revoke some first.', details: {} },
  },
  precondition_failed: {
    status: 412,
    title: 'Precondition failed',
    description: 'The record has another version than the header If-Match. Read the record again.',
    example: { message: 'Course has changed; it is at version 7. Read it again.', details: { currentVersion: 7 } },
  },
  rate_limit_exceeded: {
    status: 429,
    title: 'Rate limit exceeded',
    description:
      'Too many requests in this minute, or too many at the same time for the resource in `details.reason`. Wait `Retry-After` seconds.',
    example: {
      message: 'Too many requests: wait for Retry-After seconds.',
      details: { limit: 600, resetAt: '2030-01-01T00:00:00.000Z', resetAtSeconds: 1_893_456_000 },
    },
    headers: ['Retry-After'],
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    description:
      'An unexpected error on the server. The server log has the details, with the `X-Request-Id` of the response.',
    example: { message: 'Something went wrong on our side. Quote X-Request-Id.', details: {} },
  },
} as const satisfies Record<string, ApiErrorDefinition>

export type ErrorCode = keyof typeof apiErrorsByCode

/** The API errors whose HTTP status differs from the usual status of their error code in `apiErrorsByCode`. */
export const errorsWithUnusualStatus: readonly (ApiErrorDefinition & { code: ErrorCode })[] = [
  {
    code: 'invalid_request',
    status: 408,
    title: 'Request timeout',
    description: 'The request body did not arrive in time. The connection is closed.',
    example: { message: 'The request did not arrive in time.', details: {} },
  },
  {
    code: 'invalid_request',
    status: 413,
    title: 'Content too large',
    description: 'The request body is larger than the route accepts.',
    example: {
      message: 'The request body is larger than 1,000,000 bytes. Split it into several requests.',
      details: { maxBytes: 1_000_000 },
    },
  },
  {
    code: 'invalid_request',
    status: 415,
    title: 'Unsupported media type',
    description: 'The request body is not JSON (application/json or another type with +json), or it is compressed.',
    example: { message: 'Send the body as Content-Type: application/json.', details: {} },
  },
  {
    code: 'internal_error',
    status: 503,
    title: 'Unavailable',
    description:
      'The service, or another service that it needs, is unavailable. Try again after `Retry-After` seconds.',
    example: { message: 'The identity provider cannot be reached; try again soon.', details: {} },
    headers: ['Retry-After'],
  },
  {
    code: 'internal_error',
    status: 507,
    title: 'Insufficient storage',
    description: 'The service has no space for the file. Nothing was stored.',
    example: {
      message: 'The service has no space for files. Nothing was stored. Try again later.',
      details: { reason: 'storage_full' },
    },
  },
]

export const isErrorCode = (name: string): name is ErrorCode => Object.hasOwn(apiErrorsByCode, name)
