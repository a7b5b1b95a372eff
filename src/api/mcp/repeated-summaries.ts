import type { JsonSchema } from '../../operations/json-schema.ts'
import { alternativesSummaryKey } from './compact-schema.ts'

type Summarized = JsonSchema & { [alternativesSummaryKey]?: string }

/**
 * Makes a function that shortens the JSON Schemas of MCP tools. If the descriptions of several tools contain the same
 * summary (`alternativesSummaryKey`), only the first tool keeps the summary, and the other descriptions refer to that
 * tool. This works, because an agent reads the schemas of all tools together.
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
