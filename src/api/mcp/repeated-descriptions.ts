import type { JsonSchema } from '../../operations/json-schema.ts'

type Properties = Readonly<Record<string, JsonSchema>>

/** Returns the properties of a JSON Schema object, or of the members of a list, before the properties of deeper levels. */
function* propertiesByLevel(root: JsonSchema): Generator<[name: string, schema: JsonSchema]> {
  for (let level = [root]; level.length > 0; ) {
    const inner = level.flatMap(({ properties = {} }) => Object.entries(properties as Properties))
    yield* inner
    level = inner.map(([, schema]) => (schema.items ?? schema) as JsonSchema)
  }
}

/**
 * Leaves out descriptions that an agent has already read in the arguments of a tool: those of a deeper property whose
 * name and description are the same. A tree repeats most properties at each of its levels.
 */
export function dropRepeatedDescriptions(root: JsonSchema): JsonSchema {
  const seen = new Set<string>()
  const repeated = new Set<JsonSchema>()
  for (const [name, schema] of propertiesByLevel(root)) {
    const text = `${name}: ${schema.description}`
    if (seen.has(text)) repeated.add(schema)
    seen.add(text)
  }

  function shorten(schema: JsonSchema): JsonSchema {
    const { properties, items, description } = schema
    const inner = Object.entries((properties ?? {}) as Properties).map(([name, one]) => [name, shorten(one)])
    const short: Record<string, unknown> = {
      ...schema,
      ...(properties !== undefined && { properties: Object.fromEntries(inner) }),
      ...(items !== undefined && { items: shorten(items as JsonSchema) }),
    }
    if (description !== undefined && repeated.has(schema)) delete short.description
    return short
  }
  return shorten(root)
}
