import { type BlockType, blockTypeDefinitionByName } from '../courses/block/types.ts'
import type { JsonSchema } from '../operations/json-schema.ts'

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })

/** Makes the JSON Schema of an object that has all given members and no others. */
export const makeStrictObjectSchema = (properties: JsonSchema): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** The schema for a member without a type. Only the right answer of a quiz question has no type. */
const answer = { anyOf: [{ type: 'string' }, { type: 'boolean' }, { type: 'array', items: { type: 'string' } }] }

/** Returns whether a schema describes a URL, or a list of objects with a URL. */
function isOfAddress({ format, items }: JsonSchema): boolean {
  if (format === 'uri') return true
  const properties = isSchema(items) ? items.properties : undefined
  return isSchema(properties) && Object.values(properties).some((one) => isOfAddress(one as JsonSchema))
}

/** Returns the dotted paths that begin with `name`, without that first part. */
const below = (paths: readonly string[], name: string) =>
  paths.flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []))

/**
 * Converts a block type's schema to the form that strict structured output requires. All members are required, and
 * other members are not allowed. A member that a finished block does not need can be null. The result has no formats
 * and patterns.
 *
 * A URL must be one of `addresses`. If `addresses` is empty, the result has no members for URLs.
 */
export function makeStrictSchema(
  schema: JsonSchema,
  complete: readonly string[],
  addresses: readonly string[],
): JsonSchema {
  const { description, type, enum: values, properties, items } = schema
  const annotations = description === undefined ? {} : { description }
  if (isSchema(properties)) {
    const inner = Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, member]) => {
      if (isOfAddress(member) && addresses.length === 0) return []
      const one = makeStrictSchema(member, below(complete, name), addresses)
      return [[name, complete.includes(name) ? one : nullable(one)]]
    })
    return { ...annotations, ...makeStrictObjectSchema(Object.fromEntries(inner)) }
  }
  if (isSchema(items)) return { ...annotations, type: 'array', items: makeStrictSchema(items, complete, addresses) }
  if (schema.format === 'uri') return { ...annotations, type: 'string', enum: addresses }
  if (values) return { ...annotations, type: 'string', enum: values }
  return type ? { ...annotations, type } : { ...annotations, ...answer }
}

/** Returns the paths that a finished block needs and the model must write. URLs are not required. */
export function getRequiredPaths(type: BlockType): string[] {
  const { schema, requiredWhenFinished } = blockTypeDefinitionByName[type]
  const properties = schema.properties as Record<string, JsonSchema>
  return requiredWhenFinished.filter((path) => !isOfAddress(properties[path] ?? {}))
}
