import type { JsonSchema } from '../../operations/json-schema.ts'
import { alternativesSummaryKey } from './compact-schema.ts'

type Summarized = JsonSchema & { [alternativesSummaryKey]?: string }

/**
 * Makes a function that shortens tool schemas: a repeated summary becomes a reference to the first tool with the same
 * summary.
 */
export function makeToolSchemaShortener() {
  const firstTools = new Map<string, string>()

  return function shorten(schema: Summarized, tool: string): JsonSchema {
    const { properties, items, [alternativesSummaryKey]: summary } = schema
    const short = { ...schema }
    if (properties)
      Object.assign(short, {
        properties: Object.fromEntries(
          Object.entries(properties as Record<string, Summarized>).map(([name, one]) => [name, shorten(one, tool)]),
        ),
      })
    if (items) Object.assign(short, { items: shorten(items as Summarized, tool) })
    if (summary === undefined) return short
    const first = firstTools.get(summary)
    // An agent reads the schemas of all tools together, so a reference to another tool is enough.
    if (first === undefined) firstTools.set(summary, tool)
    else Object.assign(short, { description: String(schema.description).replace(`: ${summary}`, `, as in ${first}`) })
    return short
  }
}
