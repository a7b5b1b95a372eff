import { getNamedType, getNullableType } from 'graphql'
import type { JsonSchema } from '../../../operations/json-schema.ts'
import type { Route } from '../routes.ts'

type Schemas = Readonly<Record<string, JsonSchema>>
type JsonObject = Readonly<Record<string, unknown>>

const byFormat: JsonObject = { 'date-time': '2026-01-31T09:30:00.000Z' }
const byType: JsonObject = { string: 'text', boolean: false, number: 1, object: {} }

const nameOf = (ref: string) => ref.split('/').at(-1)!

/** Returns the example bodies of the requests that create records. The keys are the names of the record types. */
function listCreateExamples(routes: readonly Route[], schemas: Schemas): Readonly<Record<string, JsonObject>> {
  const createRoutes = routes.filter(({ rest, body }) => rest.status === 201 && body)
  const pairs = createRoutes.map(({ output, body }) => {
    const { examples } = schemas[getNamedType(getNullableType(body!.type)).name]!
    return [getNamedType(output).name, (examples as JsonObject[] | undefined)?.[0] ?? {}]
  })
  return Object.fromEntries(pairs)
}

/**
 * Adds an example to the JSON Schema of each success response. If the response contains a record, the example has the
 * same values as the example of the request that creates the record. Other values are made from the JSON Schemas.
 */
export function addResponseEnvelopeExamples(routes: readonly Route[], schemas: Record<string, JsonSchema>): void {
  const createExamples = listCreateExamples(routes, schemas)

  function makeExample(schema: JsonSchema, knownValues: JsonObject = {}): unknown {
    const { $ref, oneOf, anyOf, examples, enum: values, type, format, minimum, items, properties } = schema
    if (typeof $ref === 'string') {
      const name = nameOf($ref)
      return makeExample(schemas[name]!, createExamples[name] ?? knownValues)
    }
    const [option] = (oneOf ?? anyOf ?? []) as JsonSchema[]
    if (option) return makeExample(option, knownValues)
    if ('const' in schema) return schema.const
    if (Array.isArray(examples)) return examples[0]
    if (Array.isArray(values)) return values[0]
    if (Array.isArray(type)) return null
    if (type === 'array') return [makeExample(items as JsonSchema)]
    if (type === 'integer') return minimum ?? 1
    if (!properties) return byFormat[String(format)] ?? byType[String(type)]
    const members = Object.entries(properties as Schemas)
    return Object.fromEntries(members.map(([name, inner]) => [name, knownValues[name] ?? makeExample(inner)]))
  }

  for (const [name, schema] of Object.entries(schemas)) {
    if (name.endsWith('Envelope')) schemas[name] = { ...schema, examples: [makeExample(schema)] }
  }
}
