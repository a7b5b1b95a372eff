import type { Tool as ToolListing } from '@modelcontextprotocol/sdk/types.js'
import type { JsonSchema } from '../../operations/json-schema.ts'

type Properties = Readonly<Record<string, JsonSchema>>

/**
 * Yields all properties within a JSON Schema, level by level: first the properties of `root`, then the properties of
 * the objects and list entries in them, and so on.
 */
function* propertiesByLevel(root: JsonSchema): Generator<[name: string, schema: JsonSchema]> {
  for (let level = [root]; level.length > 0; ) {
    const inner = level.flatMap(({ properties = {} }) => Object.entries(properties as Properties))
    yield* inner
    level = inner.map(([, schema]) => (schema.items ?? schema) as JsonSchema)
  }
}

/**
 * Removes a property's description from a JSON Schema if an earlier property has the same name and the same
 * description.
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

/**
 * Removes the description of a tool argument if an argument of an earlier tool in the list has the same name and the
 * same description. Agents read the list as a whole.
 */
export function describeArgumentsOnce(tools: readonly ToolListing[]): ToolListing[] {
  const seen = new Set<string>()
  return tools.map((tool) => {
    const properties = Object.entries((tool.inputSchema.properties ?? {}) as Properties).map(([name, schema]) => {
      const { description, ...undescribed } = schema
      const text = `${name}: ${description}`
      if (seen.has(text)) return [name, undescribed]
      seen.add(text)
      return [name, schema]
    })
    return { ...tool, inputSchema: { ...tool.inputSchema, properties: Object.fromEntries(properties) } }
  })
}
