import type { JsonSchema } from '../../operations/json-schema.ts'
import { alternativesSummaryKey } from './compact-schema.ts'

type Summarized = JsonSchema & { [alternativesSummaryKey]?: string }

/**
 * Makes a function that shortens the JSON Schemas of MCP tools. If several tools contain the same summary of
 * alternatives (`alternativesSummaryKey`), only the first tool keeps it. The others refer to the first tool, because an
 * agent reads the schemas of all tools together.
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
    if (first === undefined) firstTools.set(summary, tool)
    else Object.assign(short, { description: String(schema.description).replace(`: ${summary}`, `, as in ${first}`) })
    return short
  }
}
