import type { JsonObject } from '../../operations/json-object.ts'
import type { JsonSchema } from '../../operations/json-schema.ts'
import type { BlockTypeDefinition } from './definition/block-type.ts'
import { type BlockType, blockTypeDefinitionByName } from './types.ts'

/** Returns whether learners may receive the property `name` of `object`. `path` is the path of `object`. */
type Visibility = (name: string, path: string, object: JsonObject) => boolean

/** Returns the names of the properties that the JSON Schema declares for the objects in the list at `path`. */
function propertyNamesAt(schema: JsonSchema, path: string): ReadonlySet<string> {
  let current = schema
  for (const name of path.split('.')) {
    const list = (current.properties as Record<string, JsonSchema>)[name]!
    current = list.items as JsonSchema
  }
  return new Set(Object.keys(current.properties as JsonSchema))
}

function makeVisibility({ schema, secrets }: BlockTypeDefinition): Visibility {
  const { names, strictLists = [], isSecret } = secrets
  const secretNames = new Set(names)
  const knownProperties = new Map(strictLists.map((path) => [path, propertyNamesAt(schema, path)]))
  return (name, path, object) => {
    if (secretNames.has(name) || isSecret?.(path === '' ? name : `${path}.${name}`, object)) return false
    return knownProperties.get(path)?.has(name) ?? true
  }
}

// For each block type, the function that tells which properties learners may receive.
// The functions are made only once, because a publish of a large course calls them for 10,000 blocks.
const visibilityByType = new Map(
  Object.entries(blockTypeDefinitionByName).map(([type, definition]) => [type, makeVisibility(definition)]),
)

/** Copies a value without its secret properties. `path` is the path of the value, without the indexes of lists. */
function copyVisible(value: unknown, isVisible: Visibility, path: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => copyVisible(entry, isVisible, path))
  if (typeof value !== 'object' || value === null) return value
  const visible = Object.entries(value).filter(([name]) => isVisible(name, path, value as JsonObject))
  // Unlike an assignment, `Object.fromEntries` keeps `__proto__` as an ordinary property.
  return Object.fromEntries(
    visible.map(([name, inner]) => [name, copyVisible(inner, isVisible, path === '' ? name : `${path}.${name}`)]),
  )
}

/**
 * Returns a copy of a block's content without the properties that the block type declares as secret, such as answers,
 * explanations, feedback and solutions.
 */
export function removeSecretProperties(type: BlockType, content: JsonObject): JsonObject {
  return copyVisible(content, visibilityByType.get(type)!, '') as JsonObject
}
