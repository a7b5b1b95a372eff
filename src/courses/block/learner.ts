import type { JsonObject } from '../../operations/json-object.ts'
import type { BlockTypeDefinition, JsonSchema } from './definition/block-type.ts'
import { type BlockType, blockTypeDefinitionByName } from './types.ts'

/** Returns whether learners may receive the member `name` at `path` of an object. */
type Visibility = (name: string, path: string, object: JsonObject) => boolean

/** Returns the member names that the JSON Schema gives to the objects of the list at `path`. */
function memberNamesAt(schema: JsonSchema, path: string): ReadonlySet<string> {
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
  const knownMembers = new Map(strictLists.map((path) => [path, memberNamesAt(schema, path)]))
  return (name, path, object) => {
    if (secretNames.has(name) || isSecret?.(path === '' ? name : `${path}.${name}`, object)) return false
    return knownMembers.get(path)?.has(name) ?? true
  }
}

// The rules of a block type are compiled once, because publishing a large course applies them to 10,000 blocks.
const visibilityByType = new Map(
  Object.entries(blockTypeDefinitionByName).map(([type, definition]) => [type, makeVisibility(definition)]),
)

/** Copies the visible members of a value. `path` names the place of the value, without the indexes of lists. */
function copyVisible(value: unknown, isVisible: Visibility, path: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => copyVisible(entry, isVisible, path))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name]) => isVisible(name, path, value as JsonObject))
  // `fromEntries` keeps a member with the name `__proto__` as an ordinary member.
  return Object.fromEntries(
    members.map(([name, inner]) => [name, copyVisible(inner, isVisible, path === '' ? name : `${path}.${name}`)]),
  )
}

/**
 * Returns a copy of a block's content without the answers, explanations, feedback and solutions, which the block type
 * declares as secret.
 */
export function removeSecrets(type: BlockType, content: JsonObject): JsonObject {
  return copyVisible(content, visibilityByType.get(type)!, '') as JsonObject
}
