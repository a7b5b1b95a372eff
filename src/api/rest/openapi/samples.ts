import { getNamedType, getNullableType } from 'graphql'
import type { JsonSchema } from '../../../operations/json-schema.ts'
import type { Route } from '../routes.ts'

type Schemas = Readonly<Record<string, JsonSchema>>
type Members = Readonly<Record<string, unknown>>

const byFormat: Members = { 'date-time': '2026-01-31T09:30:00.000Z' }
const byType: Members = { string: 'text', boolean: false, number: 1, object: {} }

const nameOf = (ref: string) => ref.split('/').at(-1)!

/** Returns the example bodies of the requests that create records. The keys are the names of the record types. */
function sentOf(routes: readonly Route[], schemas: Schemas): Readonly<Record<string, Members>> {
  const makers = routes.filter(({ rest, body }) => rest.status === 201 && body)
  const pairs = makers.map(({ output, body }) => {
    const { examples } = schemas[getNamedType(getNullableType(body!.type)).name]!
    return [getNamedType(output).name, (examples as Members[] | undefined)?.[0] ?? {}]
  })
  return Object.fromEntries(pairs)
}

/**
 * Adds an example to the schema of each response envelope. Its values come from the example of the request that creates
 * such a record. The other fields get values that match their JSON Schemas.
 */
export function addEnvelopeExamples(routes: readonly Route[], schemas: Record<string, JsonSchema>): void {
  const sent = sentOf(routes, schemas)

  function sampleOf(schema: JsonSchema, given: Members = {}): unknown {
    const { $ref, oneOf, anyOf, examples, enum: values, type, format, minimum, items, properties } = schema
    if (typeof $ref === 'string') {
      const name = nameOf($ref)
      return sampleOf(schemas[name]!, sent[name] ?? given)
    }
    const [option] = (oneOf ?? anyOf ?? []) as JsonSchema[]
    if (option) return sampleOf(option, given)
    if ('const' in schema) return schema.const
    if (Array.isArray(examples)) return examples[0]
    if (Array.isArray(values)) return values[0]
    if (Array.isArray(type)) return null
    if (type === 'array') return [sampleOf(items as JsonSchema)]
    if (type === 'integer') return minimum ?? 1
    if (!properties) return byFormat[String(format)] ?? byType[String(type)]
    const members = Object.entries(properties as Schemas)
    return Object.fromEntries(members.map(([name, inner]) => [name, given[name] ?? sampleOf(inner)]))
  }

  for (const [name, schema] of Object.entries(schemas)) {
    if (name.endsWith('Envelope')) schemas[name] = { ...schema, examples: [sampleOf(schema)] }
  }
}
