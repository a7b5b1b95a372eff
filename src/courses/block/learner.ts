import type { JsonObject } from '../../operations/json-object.ts'
import type { JsonSchema } from '../../operations/json-schema.ts'
import { readCompleteContent } from './read.ts'
import { type BlockType, blockTypeDefinitionByName } from './types.ts'

/** Returns whether a property may be copied. `path` is the path of the property, without the indexes of lists. */
type Visibility = (name: string, path: string, object: JsonObject) => boolean

/**
 * Copies the properties that a JSON Schema declares and that may be copied. An object for which the schema declares no
 * property, such as `config`, can have any property.
 */
function copyDeclared(value: unknown, schema: JsonSchema, isVisible: Visibility, path: string): unknown {
  if (Array.isArray(value)) {
    const items = (schema.items ?? {}) as JsonSchema
    return value.map((entry) => copyDeclared(entry, items, isVisible, path))
  }
  if (typeof value !== 'object' || value === null) return value
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>
  const isOpen = Object.keys(properties).length === 0
  const copied = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    const at = path === '' ? name : `${path}.${name}`
    const isDeclared = isOpen || Object.hasOwn(properties, name)
    if (!isDeclared || !isVisible(name, at, value as JsonObject)) return []
    return [[name, copyDeclared(inner, isOpen ? {} : properties[name]!, isVisible, at)]]
  })
  // Unlike an assignment, `Object.fromEntries` keeps `__proto__` as an ordinary property.
  return Object.fromEntries(copied)
}

/** Returns a block's content in the documented shape. Leaves out all properties that the shape does not have. */
export const toDocumentedShape = (type: BlockType, content: JsonObject): JsonObject =>
  copyDeclared(readCompleteContent(type, content), blockTypeDefinitionByName[type].schema, () => true, '') as JsonObject

// For each block type, the function that tells which properties learners may receive.
// The functions are made only once, because a publish of a large course calls them for 10,000 blocks.
const visibilityByType = new Map(
  Object.entries(blockTypeDefinitionByName).map(([type, { secrets }]): [string, Visibility] => {
    const secretNames = new Set(secrets.names)
    return [type, (name, path, object) => !secretNames.has(name) && secrets.isSecret?.(path, object) !== true]
  }),
)

const secretNamesByType = new Map<string, ReadonlySet<string>>(
  Object.entries(blockTypeDefinitionByName).map(([type, { secrets }]) => [type, new Set(secrets.names)]),
)

/** Returns whether learners never get the properties with a name in content of a type. */
export const isSecretForLearners = (type: BlockType, name: string): boolean => secretNamesByType.get(type)!.has(name)

/**
 * Returns a block's content as learners get it: in the documented shape, whatever the spelling in which it was sent, and
 * without the properties that the block type declares as secret, such as answers, explanations, feedback and solutions.
 * Lists whose order could tell the answer are in another order.
 */
export function makeLearnerContent(type: BlockType, sent: JsonObject): JsonObject {
  const { schema, arrangeForLearners } = blockTypeDefinitionByName[type]
  const content = readCompleteContent(type, sent)
  return copyDeclared(arrangeForLearners?.(content) ?? content, schema, visibilityByType.get(type)!, '') as JsonObject
}
