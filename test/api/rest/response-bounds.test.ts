import { expect, test } from 'vitest'
import type { JsonSchema } from '../../../src/operations/json-schema.ts'
import { openApiDocument } from '../../support/openapi-contract.ts'

/** The texts and lists of responses that have no maximum length, with the reason. */
const unbounded: Readonly<Record<string, string>> = {
  'Error.error.message': 'A message can quote a part of the request, which the limit of the body bounds.',
  'POST /ai/generate-content 200 text/event-stream': 'A stream of events has no length.',
}

type Response = {
  $ref?: string
  headers?: Record<string, JsonSchema>
  content?: Record<string, { schema: JsonSchema }>
}
type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const components = openApiDocument.components as Components
const resolve = <T>({ $ref }: { $ref?: unknown }, value: T): T => {
  if (typeof $ref !== 'string') return value
  const [kind, name] = $ref.split('/').slice(-2)
  return components[kind!]![name!] as T
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null
const isBounded = (schema: JsonSchema, keyword: string) => keyword in schema || 'enum' in schema || 'const' in schema

/**
 * Lists the places in a schema where a text or a list has no maximum length. `seen` has the shared schemas that were
 * read before.
 */
function findUnbounded(schema: JsonSchema, at: string, seen: Set<string>): string[] {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1)!
    return seen.has(name) ? [] : findUnbounded(resolve(schema, schema), name, seen.add(name))
  }
  const types = [schema.type].flat()
  const alternatives = ['oneOf', 'anyOf', 'allOf'].flatMap((keyword) => (schema[keyword] ?? []) as JsonSchema[])
  const { items, properties = {}, additionalProperties } = schema
  const inner: [JsonSchema, string][] = [
    ...alternatives.map((one): [JsonSchema, string] => [one, at]),
    ...Object.entries(properties as Record<string, JsonSchema>).map(([name, one]): [JsonSchema, string] => [
      one,
      `${at}.${name}`,
    ]),
    ...(isSchema(items) ? [[items, `${at}[]`] as [JsonSchema, string]] : []),
    ...(isSchema(additionalProperties) ? [[additionalProperties, `${at}.*`] as [JsonSchema, string]] : []),
  ]
  return [
    ...(types.includes('string') && !isBounded(schema, 'maxLength') ? [at] : []),
    ...(types.includes('array') && !isBounded(schema, 'maxItems') ? [at] : []),
    ...inner.flatMap(([one, path]) => findUnbounded(one, path, seen)),
  ]
}

const responses = Object.entries(openApiDocument.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, { responses: Record<string, Response> }>).flatMap(([method, operation]) =>
    Object.entries(operation.responses).map(([status, response]) => ({
      name: `${method.toUpperCase()} ${path} ${status}`,
      ...resolve(response, response),
    })),
  ),
)

test('every list and every text of a response has a maximum length, unless a reason is given', () => {
  const seen = new Set<string>()
  const found = responses.flatMap(({ name, headers = {}, content = {} }) => [
    ...Object.entries(headers).flatMap(([header, value]) =>
      findUnbounded(resolve(value, value).schema as JsonSchema, `the header ${header}`, seen),
    ),
    ...Object.entries(content).flatMap(([type, { schema }]) => findUnbounded(schema, `${name} ${type}`, seen)),
  ])
  expect([responses.length > 300, seen.size > 50]).toEqual([true, true])
  expect([...new Set(found)].sort()).toEqual(Object.keys(unbounded).sort())
})
