import type { Tool as Listed } from '@modelcontextprotocol/sdk/types.js'
import type { JsonSchema } from '../shapes.ts'
import type { Operation, Parameter } from './operations.ts'

type Held = { operation: Operation; parameter: Parameter }

const kindsOf = (those: readonly Held[]) => those.map(({ operation }) => operation.tool.kind).join(', ')

/** What an argument is; one that only some kinds of the tool have says which, and for which it must be there. */
function shapeOf(name: string, held: readonly Held[], all: number): JsonSchema {
  const [first] = held as [Held]
  const { shape } = first.parameter
  const text = first.operation.tool.texts?.[name]
  if (text === undefined && held.some(({ parameter }) => parameter.shape.description !== shape.description))
    throw new Error(`${first.operation.tool.name}: its texts must say what ${name} is.`)
  const needing = held.filter(({ parameter }) => parameter.required)
  const notes = [
    held.length < all && needing.length < held.length ? `For ${kindsOf(held)}.` : '',
    needing.length > 0 && needing.length < all ? `Required for ${kindsOf(needing)}.` : '',
  ]
  return { ...shape, description: [...notes, text ?? shape.description].filter(Boolean).join(' ') }
}

/** The JSON Schema of a tool's arguments: all that any of its operations takes, those that every call needs first. */
export function inputSchemaOf(operations: readonly Operation[]): Listed['inputSchema'] {
  const byName = Map.groupBy(
    operations.flatMap((operation) => operation.parameters.map((parameter): Held => ({ operation, parameter }))),
    ({ parameter }) => parameter.name,
  )
  const isNeeded = (held: readonly Held[]) =>
    held.length === operations.length && held.every(({ parameter }) => parameter.required)
  const { needed = [], free = [] } = Object.groupBy(byName, ([, held]) => (isNeeded(held) ? 'needed' : 'free'))
  const kinds = operations.flatMap(({ tool }) => tool.kind ?? [])
  const required = [...(kinds.length > 0 ? ['kind'] : []), ...needed.map(([name]) => name)]
  const shapes = [...needed, ...free].map(([name, held]) => [name, shapeOf(name, held, operations.length)])
  return {
    type: 'object',
    properties: { ...(kinds.length > 0 && { kind: { type: 'string', enum: kinds } }), ...Object.fromEntries(shapes) },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}
