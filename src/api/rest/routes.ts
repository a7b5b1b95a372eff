import { GraphQLInputObjectType, type GraphQLInputType } from 'graphql'
import type { Operation, OperationArgument } from '../../operations/catalogue.ts'
import type { ReadOnlyMembers } from '../../operations/member-options.ts'
import type { RestRoute } from '../../operations/operation.ts'
import { findReadOnlyMembers } from './read-only-members.ts'

/** The arguments that REST receives as request headers, each with the name of the header. */
const argumentHeaderNames: Readonly<Record<string, string>> = {
  expectedVersion: 'If-Match',
  idempotencyKey: 'Idempotency-Key',
}

/**
 * An argument of an operation. `name` is its name in a REST request. If REST has other values than GraphQL, `values`
 * maps the REST values to the GraphQL values.
 */
export type RouteParameter = {
  name: string
  argument: OperationArgument
  values?: Readonly<Record<string, string>>
}

/**
 * The type of the JSON body of a REST request. If `isInput` is true, the body is the argument `input`. Otherwise each
 * field of the body is an argument.
 */
type RouteBodyType = { type: GraphQLInputType; isInput: boolean }

/**
 * An operation with a REST route. `path`, `query`, `headers` and `body` contain the arguments that come from that part
 * of a REST request.
 */
export type Route = Operation & {
  rest: RestRoute
  path: readonly RouteParameter[]
  query: readonly RouteParameter[]
  headers: readonly RouteParameter[]
  body: RouteBodyType | undefined
  /** The REST names of the query parameters. The keys are the GraphQL names. Errors use the REST names. */
  names: ReadonlyMap<string, string>
  /** The members of the body that only the service writes. A client may send them back as it has read them. */
  readOnly: ReadOnlyMembers | undefined
}

const bodyMethods = new Set(['POST', 'PUT', 'PATCH'])

function bodyOf({ name, input }: Operation, parameters: readonly RouteParameter[]): RouteBodyType | undefined {
  if (input) return { type: input.type, isInput: true }
  if (parameters.length === 0) return undefined
  const fields = Object.fromEntries(
    parameters.map(({ name, argument: { type, description, extensions } }) => [
      name,
      { type, description, extensions },
    ]),
  )
  const typeName = `${name[0]?.toUpperCase()}${name.slice(1)}Body`
  return {
    type: new GraphQLInputObjectType({ name: typeName, description: 'The body of the request.', fields }),
    isInput: false,
  }
}

/**
 * Returns the members that a client may send back to a route that changes a resource: those that `GET` of the same path
 * returns. Without such a route there are none.
 */
function readOnlyMembersOf(
  { method, path }: RestRoute,
  body: RouteBodyType | undefined,
  operations: readonly Operation[],
): ReadOnlyMembers | undefined {
  if (!body || method === 'POST') return undefined
  const read = operations.find(({ rest }) => rest?.method === 'GET' && rest.path === path)
  return read && findReadOnlyMembers(read.output, body.type)
}

function routeOf(operation: Operation, rest: RestRoute, operations: readonly Operation[]): Route {
  const args = operation.args.filter(({ name }) => !rest.omit?.includes(name))
  const parameters = args.map((argument): RouteParameter => {
    const { name } = argument
    const values = rest.values?.[name]
    return { name: argumentHeaderNames[name] ?? rest.names?.[name] ?? name, argument, ...(values && { values }) }
  })
  const path = parameters.filter(({ name }) => rest.path.includes(`{${name}}`))
  const headers = parameters.filter(({ argument }) => argument.name in argumentHeaderNames)
  const others = parameters.filter((parameter) => !path.includes(parameter) && !headers.includes(parameter))
  const hasBody = bodyMethods.has(rest.method) && rest.rawBody === undefined
  const query = hasBody ? [] : others.filter(({ argument }) => argument.name !== rest.rawBody)
  const body = hasBody ? bodyOf(operation, others) : undefined
  return {
    ...operation,
    rest,
    path,
    headers,
    query,
    body,
    names: new Map([...query, ...headers].map(({ name, argument }) => [argument.name, name])),
    readOnly: readOnlyMembersOf(rest, body, operations),
  }
}

/** Returns the operations that declare a REST route, each with the sources of its arguments. */
export const listRestRoutes = (operations: readonly Operation[]): Route[] =>
  operations.flatMap((operation) => (operation.rest ? [routeOf(operation, operation.rest, operations)] : []))
