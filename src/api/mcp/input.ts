import type { Tool as ToolListing } from '@modelcontextprotocol/sdk/types.js'
import type { JsonSchema } from '../../operations/json-schema.ts'
import type { ToolOperation, ToolParameter } from './tool-operations.ts'

type Use = { operation: ToolOperation; parameter: ToolParameter }

const kindsOf = (uses: readonly Use[]) => uses.map(({ operation }) => operation.tool.kind).join(', ')

const enumOfItems = ({ items }: JsonSchema): readonly unknown[] =>
  ((items as JsonSchema | undefined)?.enum as readonly unknown[] | undefined) ?? []

/**
 * Returns the description of a tool argument. Joins different descriptions of operations: `For lesson: … For block: …`.
 */
function descriptionOf(uses: readonly Use[]): string | undefined {
  const byDescription = Map.groupBy(uses, ({ parameter }) => parameter.schema.description as string | undefined)
  if (byDescription.size === 1) return [...byDescription.keys()][0]
  return [...byDescription].map(([description, describing]) => `For ${kindsOf(describing)}: ${description}`).join(' ')
}

/** Returns the JSON Schema of a tool argument. `uses` are the operations of the tool that have the argument. */
function schemaOf(name: string, uses: readonly Use[], kindCount: number): JsonSchema {
  const [first] = uses as [Use]
  const { schema } = first.parameter
  const description = first.operation.tool.argumentDescriptions?.[name] ?? descriptionOf(uses)
  // If the argument is a list of enum values, its schema allows the enum values of all operations of the tool.
  const names = [...new Set(uses.flatMap(({ parameter }) => enumOfItems(parameter.schema)))]
  const items = names.length > 0 ? { items: { ...(schema.items as JsonSchema), enum: names } } : {}
  const requiring = uses.filter(({ parameter }) => parameter.isRequired)
  // The description names the `kind` of operations if only some operations have or require the argument.
  const notes = [
    uses.length < kindCount && requiring.length < uses.length ? `For ${kindsOf(uses)}.` : '',
    requiring.length > 0 && requiring.length < kindCount ? `Required for ${kindsOf(requiring)}.` : '',
  ]
  return { ...schema, ...items, description: [...notes, description].filter(Boolean).join(' ') }
}

/**
 * Returns the JSON Schema of a tool's arguments. A tool has the arguments of all of its operations. Arguments that
 * every call requires come first.
 */
export function makeToolInputSchema(operations: readonly ToolOperation[]): ToolListing['inputSchema'] {
  const byName = Map.groupBy(
    operations.flatMap((operation) =>
      operation.parameters.filter(({ isListed }) => isListed).map((parameter): Use => ({ operation, parameter })),
    ),
    ({ parameter }) => parameter.name,
  )
  const isRequired = (uses: readonly Use[]) =>
    uses.length === operations.length && uses.every(({ parameter }) => parameter.isRequired)
  const { required = [], optional = [] } = Object.groupBy(byName, ([, uses]) =>
    isRequired(uses) ? 'required' : 'optional',
  )
  const kinds = operations.flatMap(({ tool }) => tool.kind ?? [])
  const requiredNames = [...(kinds.length > 0 ? ['kind'] : []), ...required.map(([name]) => name)]
  const schemas = [...required, ...optional].map(([name, uses]) => [name, schemaOf(name, uses, operations.length)])
  return {
    type: 'object',
    properties: { ...(kinds.length > 0 && { kind: { type: 'string', enum: kinds } }), ...Object.fromEntries(schemas) },
    ...(requiredNames.length > 0 && { required: requiredNames }),
    additionalProperties: false,
  }
}
