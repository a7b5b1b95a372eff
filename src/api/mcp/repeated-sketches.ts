import type { JsonSchema } from '../../operations/json-schema.ts'
import { sketchKey } from './compact-schema.ts'

type Sketched = JsonSchema & { [sketchKey]?: string }

/**
 * Makes a function that shortens the schemas of tools, which an agent reads together. A long summary of variants stays in
 * the first tool that has it. In the others, the description refers to the first one.
 */
export function makeSketchShortener() {
  const firstTools = new Map<string, string>()

  return function shorten(schema: Sketched, tool: string): JsonSchema {
    const { properties, items, [sketchKey]: sketch } = schema
    const short = { ...schema }
    if (properties)
      Object.assign(short, {
        properties: Object.fromEntries(
          Object.entries(properties as Record<string, Sketched>).map(([name, one]) => [name, shorten(one, tool)]),
        ),
      })
    if (items) Object.assign(short, { items: shorten(items as Sketched, tool) })
    if (sketch === undefined) return short
    const first = firstTools.get(sketch)
    if (first === undefined) firstTools.set(sketch, tool)
    else Object.assign(short, { description: String(schema.description).replace(`: ${sketch}`, `, as in ${first}`) })
    return short
  }
}
