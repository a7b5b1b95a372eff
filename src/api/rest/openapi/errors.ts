import { GraphQLID, getNamedType, isInputObjectType } from 'graphql'
import type { JsonSchema } from '../../../operations/json-schema.ts'
import {
  type ApiErrorDefinition,
  apiErrorsByCode,
  type ErrorCode,
  errorsWithUnusualStatus,
} from '../../../platform/error-codes.ts'
import type { Route } from '../routes.ts'
import { makeHeaderReferences } from './header-references.ts'
import { isVersionedRead } from './successes.ts'

const codes = Object.keys(apiErrorsByCode) as ErrorCode[]
const rows: readonly (ApiErrorDefinition & { code: ErrorCode })[] = [
  ...codes.map((code) => ({ code, ...apiErrorsByCode[code] })),
  ...errorsWithUnusualStatus,
].toSorted((a, b) => a.status - b.status)

/**
 * Returns whether requests to the route can have a body. Even a write that declares no body accepts an empty object.
 */
const readsBody = ({ rest }: Route) => rest.method !== 'GET'

/**
 * Returns whether a request to the route names a record by ID, in the path or in the body. If the record does not
 * exist, the response is 404.
 */
function namesRecord({ path, body }: Route): boolean {
  const type = body && getNamedType(body.type)
  const fields = isInputObjectType(type) ? Object.values(type.getFields()) : []
  return path.length > 0 || fields.some((field) => getNamedType(field.type) === GraphQLID)
}

/**
 * For each HTTP status that only some routes can send: a function that tells whether a route can send it. Every route
 * can send the other statuses.
 */
const routesWith: Readonly<Record<number, (route: Route) => boolean>> = {
  404: namesRecord,
  409: ({ rest, isRepeatable }) => rest.method === 'POST' || isRepeatable || rest.canConflict === true,
  412: (route) => route.headers.some(({ name }) => name === 'If-Match') || isVersionedRead(route),
  408: readsBody,
  413: readsBody,
  415: readsBody,
  507: ({ rest }) => rest.storesFile === true,
}

/** The JSON Schema of every error response (section 7 of the REST specification). */
export const errorResponseSchema: JsonSchema = {
  type: 'object',
  description: 'The body of every error response.',
  properties: {
    error: {
      type: 'object',
      description: 'Why the request failed.',
      properties: {
        code: { type: 'string', enum: codes, description: 'The kind of error, for programs.' },
        message: { type: 'string', description: 'What is wrong and how to correct it, for people.' },
        details: {
          type: 'object',
          additionalProperties: true,
          description:
            'Details of the error, which depend on `code`. For invalid input, `details.fields` names each invalid field. The object may be empty.',
        },
      },
      required: ['code', 'message', 'details'],
      additionalProperties: false,
    },
  },
  required: ['error'],
  additionalProperties: false,
}

const componentName = (title: string) => title.replace(/ (\w)/g, (_space, letter: string) => letter.toUpperCase())

/** The errors of each HTTP status. Several error codes may share a status. */
const rowsByStatus = Map.groupBy(rows, ({ status }) => status)

const exampleOf = ({ code, example }: (typeof rows)[number]) => ({ error: { code, ...example } })

/**
 * Returns the OpenAPI field `example` for a single error, or the field `examples` with an entry for each error code.
 */
const examplesOf = (those: typeof rows) =>
  those.length === 1
    ? { example: exampleOf(those[0]!) }
    : { examples: Object.fromEntries(those.map((row) => [row.code, { value: exampleOf(row) }])) }

/**
 * Returns one shared error response for each HTTP status. The title of the first error with the status gives the
 * response its name.
 */
export const makeSharedErrorResponses = (byStatus: ReadonlyMap<number, typeof rows>) =>
  Object.fromEntries(
    [...byStatus.values()].map((those) => [
      componentName(those[0]!.title),
      {
        description: those.map(({ description }) => description).join(' '),
        headers: makeHeaderReferences([...new Set(those.flatMap(({ headers }) => headers ?? []))]),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, ...examplesOf(those) } },
      },
    ]),
  )

/** The shared error responses of the OpenAPI document. */
export const sharedErrorResponses = makeSharedErrorResponses(rowsByStatus)

/** Returns the error responses of a route. The keys are the HTTP statuses. */
export const makeRouteErrorResponses = (route: Route) =>
  Object.fromEntries(
    [...rowsByStatus]
      .filter(([status]) => routesWith[status]?.(route) ?? true)
      .map(([status, [first]]) => [status, { $ref: `#/components/responses/${componentName(first!.title)}` }]),
  )
