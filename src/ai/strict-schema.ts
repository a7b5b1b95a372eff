import { isAddressFormat } from '../courses/block/definition/schema.ts'
import { type BlockType, blockTypeDefinitionByName } from '../courses/block/types.ts'
import { isJsonObject } from '../operations/json-object.ts'
import type { JsonSchema } from '../operations/json-schema.ts'

const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })

/** Makes the JSON Schema of an object that has all given properties and no others. */
export const makeStrictObjectSchema = (properties: JsonSchema): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/**
 * The JSON Schema of a property without a type. Only the right answer of a quiz question is such a property. Strict output
 * allows no objects with members of any name, so that an answer of pairs is a list such as `["g1=Paris"]`.
 */
const answer = {
  anyOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: { type: 'string' } },
    { type: 'null' },
  ],
}

/** Returns whether a schema describes a URL, or a list of objects with a URL. */
function isOfUrl({ format, items }: JsonSchema): boolean {
  if (isAddressFormat(format)) return true
  const properties = isJsonObject(items) ? items.properties : undefined
  return isJsonObject(properties) && Object.values(properties).some((one) => isOfUrl(one as JsonSchema))
}

/**
 * Returns the rest of each path that begins with `name`. For the path `questions.id` and the name `questions`, the rest
 * is `id`.
 */
const below = (paths: readonly string[], name: string) =>
  paths.flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []))

/**
 * Converts a block's JSON Schema for strict structured output. The model must write every property. The value may be
 * null, unless `required` contains the path of the property. `omitted` are paths of properties that it does not write.
 */
export function makeStrictBlockSchema(
  schema: JsonSchema,
  required: readonly string[],
  allowedUrls: readonly string[],
  omitted: readonly string[] = [],
): JsonSchema {
  const { description, type, enum: values, properties, items } = schema
  const annotations = description === undefined ? {} : { description }
  if (isJsonObject(properties)) {
    const inner = Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, property]) => {
      // A URL must be one of `allowedUrls`. If `allowedUrls` is empty, properties for URLs are left out.
      if (omitted.includes(name) || (isOfUrl(property) && allowedUrls.length === 0)) return []
      const one = makeStrictBlockSchema(property, below(required, name), allowedUrls, below(omitted, name))
      return [[name, required.includes(name) ? one : nullable(one)]]
    })
    return { ...annotations, ...makeStrictObjectSchema(Object.fromEntries(inner)) }
  }
  if (isJsonObject(items))
    return { ...annotations, type: 'array', items: makeStrictBlockSchema(items, required, allowedUrls, omitted) }
  if (isAddressFormat(schema.format)) return { ...annotations, type: 'string', enum: allowedUrls }
  if (values) return { ...annotations, type: 'string', enum: values }
  return type ? { ...annotations, type } : { ...annotations, ...answer }
}

/**
 * Returns the paths of the properties that the model must write: the properties that a finished block needs, except
 * URLs and lists of objects with URLs.
 */
export function listRequiredPropertyPaths(type: BlockType): string[] {
  const { schema, requiredWhenFinished } = blockTypeDefinitionByName[type]
  const properties = schema.properties as Record<string, JsonSchema>
  return requiredWhenFinished.filter((path) => !isOfUrl(properties[path] ?? {}))
}
