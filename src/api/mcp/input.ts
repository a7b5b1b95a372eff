import type { Tool as ToolListing } from '@modelcontextprotocol/sdk/types.js'
import type { JsonSchema } from '../../operations/json-schema.ts'
import type { ToolOperation, ToolParameter } from './tool-operations.ts'

type Use = { operation: ToolOperation; parameter: ToolParameter }

const kindsOf = (uses: readonly Use[]) => uses.map(({ operation }) => operation.tool.kind).join(', ')

const enumOfItems = ({ items }: JsonSchema): readonly unknown[] =>
  ((items as JsonSchema | undefined)?.enum as readonly unknown[] | undefined) ?? []

/**
 * Returns the description of a tool argument. If the operations of the tool describe the argument differently, the
 * result names the `kind` of operation for each description: `For lesson: … For block: …`.
 */
function descriptionOf(uses: readonly Use[]): string | undefined {
  const byDescription = Map.groupBy(uses, ({ parameter }) => parameter.schema.description as string | undefined)
  if (byDescription.size === 1) return [...byDescription.keys()][0]
  return [...byDescription].map(([description, describing]) => `For ${kindsOf(describing)}: ${description}`).join(' ')
}

/**
 * Returns the JSON Schema of a tool argument, which one or more operations of the tool have. If the argument is a list
 * of enum values, the schema allows the values of all these operations. If only some operations of the tool have or
 * require the argument, the description names the `kind` of these operations.
 */
function schemaOf(name: string, uses: readonly Use[], kindCount: number): JsonSchema {
  const [first] = uses as [Use]
  const { schema } = first.parameter
  const description = first.operation.tool.argumentDescriptions?.[name] ?? descriptionOf(uses)
  const names = [...new Set(uses.flatMap(({ parameter }) => enumOfItems(parameter.schema)))]
  const items = names.length > 0 ? { items: { ...(schema.items as JsonSchema), enum: names } } : {}
  const requiring = uses.filter(({ parameter }) => parameter.isRequired)
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
    operations.flatMap((operation) => operation.parameters.map((parameter): Use => ({ operation, parameter }))),
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
