import { GraphQLID, getNamedType, isInputObjectType } from 'graphql'
import { apiErrors, type ErrorCode } from '../../errors.ts'
import type { JsonSchema } from '../../shapes.ts'
import type { Operation } from '../view.ts'
import { isRepeatable } from './answers.ts'
import { type HeaderName, headersOf } from './headers.ts'

type Refusal = {
  name: string
  description: string
  example: { code: ErrorCode; message: string; details: Record<string, unknown> }
  headers?: readonly HeaderName[]
  /** The routes that can answer so; every one unless told. */
  on?: (operation: Operation) => boolean
}

const hasBody = ({ body }: Operation) => body !== undefined

/** Whether a request names a record that may be missing: in its path or in its body. */
function namesRecord({ path, body }: Operation): boolean {
  const type = body && getNamedType(body.type)
  const fields = isInputObjectType(type) ? Object.values(type.getFields()) : []
  return path.length > 0 || fields.some((field) => getNamedType(field.type) === GraphQLID)
}

/** Every refusal by its status: specification, section 7, and the design's transport and conditional ones. */
const refusals: Readonly<Record<number, Refusal>> = {
  400: {
    name: 'InvalidRequest',
    description: 'The request is not as this document says; `details.fields` names each field that is wrong.',
    example: {
      code: 'invalid_request',
      message: 'name: is required',
      details: { fields: [{ path: 'name', message: 'is required' }] },
    },
  },
  401: {
    name: 'Unauthorized',
    description:
      'The credential is missing, unknown, expired, revoked, or of the wrong kind; `WWW-Authenticate` names what is wanted.',
    example: { code: 'unauthorized', message: 'An API key is required: Authorization: Bearer <API_KEY>.', details: {} },
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    description: 'The credential is good, and may not do this.',
    example: {
      code: 'forbidden',
      message: 'The key lacks the scope courses:write.',
      details: { scope: 'courses:write' },
    },
  },
  404: {
    name: 'NotFound',
    description: 'There is no such record in your workspace.',
    example: { code: 'not_found', message: 'Course not found.', details: {} },
    on: namesRecord,
  },
  409: {
    name: 'Conflict',
    description: 'The present state does not allow the change, or the `Idempotency-Key` belongs to another request.',
    example: { code: 'conflict', message: 'The workspace has 1000 keys; revoke some first.', details: {} },
    on: (operation) => operation.route.method === 'POST' || isRepeatable(operation),
  },
  412: {
    name: 'PreconditionFailed',
    description: 'The record has changed since the version that `If-Match` names: read it again.',
    example: {
      code: 'precondition_failed',
      message: 'Course has changed; it is at version 7. Read it again.',
      details: { currentVersion: 7 },
    },
    on: ({ headers }) => headers.some(({ name }) => name === 'If-Match'),
  },
  413: {
    name: 'ContentTooLarge',
    description: 'The body is larger than the route takes.',
    example: {
      code: 'invalid_request',
      message: 'The request body is larger than 1,000,000 bytes.',
      details: { maxBytes: 1_000_000 },
    },
    on: hasBody,
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not `application/json`, or is compressed.',
    example: { code: 'invalid_request', message: 'Send the body as Content-Type: application/json.', details: {} },
    on: hasBody,
  },
  429: {
    name: 'RateLimitExceeded',
    description: 'Too many requests in this minute: wait `Retry-After` seconds.',
    example: {
      code: 'rate_limit_exceeded',
      message: 'Too many requests: wait for Retry-After seconds.',
      details: { limit: 600, resetAt: 1_893_456_000 },
    },
    headers: ['Retry-After'],
  },
  500: {
    name: 'InternalError',
    description: 'An accident on our side, written down under the `X-Request-Id` of the answer.',
    example: {
      code: 'internal_error',
      message: 'Something went wrong on our side. Quote X-Request-Id.',
      details: {},
    },
  },
  503: {
    name: 'Unavailable',
    description: 'Something that the service needs does not answer now: try again after `Retry-After` seconds.',
    example: {
      code: 'internal_error',
      message: 'The identity provider cannot be reached; try again soon.',
      details: {},
    },
    headers: ['Retry-After'],
  },
}

/** The envelope of every error: specification, section 7. */
export const errorSchema: JsonSchema = {
  type: 'object',
  description: 'What every refusal answers.',
  properties: {
    error: {
      type: 'object',
      description: 'Why the request was refused.',
      properties: {
        code: { type: 'string', enum: Object.keys(apiErrors), description: 'What kind of refusal it is.' },
        message: { type: 'string', description: 'What is wrong and what can be done, for a person.' },
        details: { type: 'object', description: 'More, by code; `fields` for bad input. May be empty.' },
      },
      required: ['code', 'message', 'details'],
      additionalProperties: false,
    },
  },
  required: ['error'],
  additionalProperties: false,
}

/** The shared answers that refuse. */
export const refusalResponses = Object.fromEntries(
  Object.values(refusals).map(({ name, description, example, headers }) => [
    name,
    {
      description,
      headers: headersOf(headers),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: { error: example } } },
    },
  ]),
)

/** The refusals that a route can answer with, by status. */
export const refusalsOf = (operation: Operation) =>
  Object.fromEntries(
    Object.entries(refusals)
      .filter(([, { on }]) => on?.(operation) ?? true)
      .map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
  )
