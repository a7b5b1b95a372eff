import { isJsonObject, type JsonObject } from '../../src/operations/json-object.ts'
import type { JsonSchema } from '../../src/operations/json-schema.ts'
import { openApiDocument } from './openapi-contract.ts'
import type { routes } from './operations.ts'

type Route = (typeof routes)[number]
type Step = string | number
type Parameter = { name: string; in: 'query' | 'header' | 'path'; schema: JsonSchema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content: { 'application/json'?: { schema: JsonSchema } } }
}

/** A string in the requests of a route whose format or pattern the OpenAPI document names. */
export type DocumentedString = {
  route: Route
  in: 'query' | 'header' | 'path' | 'body'
  /** The name as errors say it, such as `modules.0.key`. */
  name: string
  schema: JsonSchema
  /** Returns a body that has the value at this place, and otherwise what the document requires. */
  makeBody(value: string): JsonObject
}

const refs = openApiDocument.components.schemas as Readonly<Record<string, JsonSchema>>
const follow = (schema: JsonSchema): JsonSchema =>
  typeof schema.$ref === 'string' ? refs[schema.$ref.split('/').at(-1)!]! : schema

const optionsOf = ({ oneOf, anyOf }: JsonSchema) => (oneOf ?? anyOf) as JsonSchema[] | undefined
const propertiesOf = ({ properties }: JsonSchema) => (properties ?? {}) as Record<string, JsonSchema>

const samples: Record<string, string> = { uuid: '01900000-0000-7000-8000-000000000000' }

/** Returns the smallest value of a schema. */
function minimal(sent: JsonSchema): unknown {
  const schema = follow(sent)
  const [option] = optionsOf(schema) ?? []
  if (option) return minimal(option)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const [type] = [schema.type].flat()
  if (type === 'object')
    return Object.fromEntries(requiredOf(schema).map((name) => [name, minimal(propertiesOf(schema)[name]!)]))
  if (type === 'array') return []
  if (type === 'integer') return schema.minimum ?? 1
  return type === 'boolean' ? false : (samples[String(schema.format)] ?? 'text')
}

const requiredOf = ({ required = [] }: JsonSchema) => required as string[]

type Found = { path: Step[]; schema: JsonSchema; set(value: string): unknown }

/** Finds the strings with a format or a pattern in a schema, each with a function that makes a value around it. */
function findStrings(sent: JsonSchema, path: Step[] = []): Found[] {
  const schema = follow(sent)
  const options = optionsOf(schema)
  if (options) return options.flatMap((option) => findStrings(option, path))
  if ([schema.type].flat().includes('string'))
    return schema.format || schema.pattern ? [{ path, schema, set: (value) => value }] : []
  if (isJsonObject(schema.items))
    return findStrings(schema.items, [...path, 0]).map(({ set, ...found }) => ({
      ...found,
      set: (value) => [set(value)],
    }))
  const base = minimal(schema) as JsonObject
  return Object.entries(propertiesOf(schema))
    .filter(([, inner]) => !inner.readOnly)
    .flatMap(([name, inner]) =>
      findStrings(inner, [...path, name]).map(({ set, ...found }) => ({
        ...found,
        set: (value: string) => ({ ...base, [name]: set(value) }),
      })),
    )
}

/** Lists the documented strings of a route: in its path, its query, its headers and its body. */
export function listDocumentedStrings(route: Route): DocumentedString[] {
  const { rest } = route
  const methods = openApiDocument.paths[rest.path] as unknown as Record<string, Operation>
  const { parameters = [], requestBody } = methods[rest.method.toLowerCase()]!
  const ofParameters = parameters.flatMap(({ name, in: place, schema }) =>
    findStrings(schema).map((found) => ({ route, in: place, name, schema: found.schema, makeBody: () => ({}) })),
  )
  const json = requestBody?.content['application/json']
  const ofBody = (json ? findStrings(json.schema) : []).map(({ path, schema, set }) => ({
    route,
    in: 'body' as const,
    name: path.join('.'),
    schema,
    makeBody: (value: string) => set(value) as JsonObject,
  }))
  return [...ofParameters, ...ofBody]
}
