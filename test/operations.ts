import {
  GraphQLID,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { type Operation, operationsOf, restView } from '../src/rest/view.ts'
import { schema } from '../src/schema.ts'
import { document } from './contract.ts'

/** Every declared route, read off the schema: a new one is walked by the tests that walk them. */
export const operations = operationsOf(restView(schema))

export const titleOf = ({ route }: Operation) => `${route.method} ${route.path}`

/** Identifiers by the name of the parameter that takes them. */
export type Ids = Readonly<Record<string, string>>

type Body = Record<string, unknown>
type Told = {
  requestBody?: { content: { 'application/json': { example?: Body; examples?: Record<string, { value: Body }> } } }
}

/** The body that the document shows for a route. */
export function exampleOf({ route }: Operation): Body | undefined {
  const methods = document.paths[route.path] as Record<string, Told>
  const json = methods[route.method.toLowerCase()]?.requestBody?.content['application/json']
  const found = json?.example ?? Object.values(json?.examples ?? {})[0]?.value
  return found && structuredClone(found)
}

/** The path of a route with identifiers in it, and a value for each query parameter that is required. */
export function pathOf({ route, query }: Operation, ids: Ids, more: Ids = {}): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(ids[name]!))
  const required = query.filter(({ type }) => isNonNullType(type)).map(({ name }) => [name, 'light'])
  const params = new URLSearchParams([...required, ...Object.entries(more)])
  return params.size ? `${path}?${params}` : path
}

export type Place = readonly string[]

/** Where in an input identifiers stand, lists by their first member. */
export function idPlaces(type: GraphQLInputType, at: Place = []): Place[] {
  const inner = getNullableType(type)
  if (inner === GraphQLID) return [at]
  if (isListType(inner)) return idPlaces(inner.ofType, [...at, '0'])
  if (!isInputObjectType(inner)) return []
  return Object.values(inner.getFields()).flatMap(({ name, type }) => idPlaces(type, [...at, name]))
}

/** Puts a value into a place; what is not there on the way is made. */
export function put(body: Body, place: Place, value: string): Body {
  let inner = body as Record<string, unknown>
  for (const [index, name] of place.slice(0, -1).entries()) {
    inner[name] ??= /^\d+$/.test(place[index + 1]!) ? [] : {}
    inner = inner[name] as Record<string, unknown>
  }
  inner[place.at(-1)!] = value
  return body
}
