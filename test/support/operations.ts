import { GraphQLID, type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql'
import { listRestRoutes, type Route } from '../../src/api/rest/routes.ts'
import { operationCatalogue } from '../../src/server/operations.ts'
import { openApiDocument } from './openapi-contract.ts'

/** Every REST route. Tests that iterate over them cover a new route as well. */
export const routes = listRestRoutes(operationCatalogue.operations)

export const titleOf = ({ rest }: Route) => `${rest.method} ${rest.path}`

/** Identifiers by parameter name. */
export type Ids = Readonly<Record<string, string>>

type Body = Record<string, unknown>
type Told = {
  requestBody?: { content: { 'application/json': { example?: Body; examples?: Record<string, { value: Body }> } } }
}

/** Returns the example body of a route in the OpenAPI document. */
export function exampleBodyOf({ rest }: Route): Body | undefined {
  const methods = openApiDocument.paths[rest.path] as Record<string, Told>
  const json = methods[rest.method.toLowerCase()]?.requestBody?.content['application/json']
  const found = json?.example ?? Object.values(json?.examples ?? {})[0]?.value
  return found && structuredClone(found)
}

/** Times by parameter name, a day apart. */
const times: Ids = { from: '2026-01-30T00:00:00Z', to: '2026-01-31T00:00:00Z' }

export const requiredParametersOf = (parameters: Route['query']) =>
  parameters.filter(({ argument }) => argument.isRequired)

/** Returns a value for a required query parameter: a time or a word. */
export const sampleOf = ({ name, argument }: Route['query'][number]): string =>
  String(getNullableType(argument.type)) === 'DateTime' ? times[name]! : 'light'

/**
 * Returns the path of a route with its identifiers and required query parameters.
 * @throws Error if the test has no record that a parameter of the path names
 */
export function pathOf(route: Route, ids: Ids, more: Ids = {}): string {
  const { rest, query } = route
  const path = rest.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const id = ids[name]
    if (id === undefined)
      throw new Error(`${titleOf(route)}: this test has no ${name}. Create such a record, and add it to its ids.`)
    return encodeURIComponent(id)
  })
  const required = requiredParametersOf(query).map((one) => [one.name, sampleOf(one)])
  const params = new URLSearchParams([...required, ...Object.entries(more)])
  return params.size ? `${path}?${params}` : path
}

export type Place = readonly string[]

/** Returns the places of identifiers in an input type. For lists it is the first element. */
export function findIdPaths(type: GraphQLInputType, at: Place = []): Place[] {
  const inner = getNullableType(type)
  if (inner === GraphQLID) return [at]
  if (isListType(inner)) return findIdPaths(inner.ofType, [...at, '0'])
  if (!isInputObjectType(inner)) return []
  return Object.values(inner.getFields()).flatMap(({ name, type }) => findIdPaths(type, [...at, name]))
}

/** Sets a value at a place, and creates missing members. */
export function setAtPath(body: Body, place: Place, value: string): Body {
  let inner = body as Record<string, unknown>
  for (const [index, name] of place.slice(0, -1).entries()) {
    inner[name] ??= /^\d+$/.test(place[index + 1]!) ? [] : {}
    inner = inner[name] as Record<string, unknown>
  }
  inner[place.at(-1)!] = value
  return body
}
