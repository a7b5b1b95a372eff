import type { JsonObject } from '../../operations/json-object.ts'
import type { JsonSchema } from '../../operations/json-schema.ts'
import type { ContentWarning } from '../../operations/operation.ts'
import { formatFieldPath } from '../../platform/json-depth.ts'
import { escapeMarkdown, getTextProperty, joinNonEmptyTexts } from './definition/markdown.ts'
import { getDeclaredNames } from './definition/reader.ts'
import { type BlockType, blockTypeDefinitionByName } from './types.ts'

/** The maximum number of warnings about one request, or about one block. */
export const maxContentWarnings = 100

const ignore = () => {}

/**
 * Returns a block's content in the documented shape, whatever the spelling in which it was sent. Properties that no
 * reader knows stay where they are.
 */
export const readContent = (type: BlockType, content: JsonObject): JsonObject =>
  blockTypeDefinitionByName[type].read(content, ignore)

/** Returns a block's content as `readContent` does, with the ids and types that the author has left out. */
export function readCompleteContent(type: BlockType, sent: JsonObject): JsonObject {
  const { read, complete } = blockTypeDefinitionByName[type]
  const content = read(sent, ignore)
  return complete?.(content) ?? content
}

/** Returns a block's content as Markdown. The Markdown of a quiz contains the answers. */
export function renderContentAsMarkdown(type: BlockType, sent: JsonObject): string {
  const content = readCompleteContent(type, sent)
  const title = getTextProperty(content, 'title').trim()
  return joinNonEmptyTexts([title && `**${escapeMarkdown(title)}**`, blockTypeDefinitionByName[type].markdown(content)])
}

const hasOwnAt = (value: unknown, name: string): value is JsonObject =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)

/** Returns the value at a path below an object, or undefined. */
const getAt = (content: unknown, names: readonly string[]) =>
  names.reduce<unknown>((value, name) => (hasOwnAt(value, name) ? value[name] : undefined), content)

/**
 * Returns content that can be stored instead of the content that was sent: in the documented shape, with all that the
 * service does not read.
 */
export function readContentForStorage(type: BlockType, sent: JsonObject): JsonObject {
  const { content, own } = readContentAndFindUnread(type, sent, '')
  if (own.length === 0) return content
  const stored = structuredClone(content)
  for (const { path } of own) {
    const names = path.split('.').slice(1)
    const [container, name] = [getAt(stored, names.slice(0, -1)), names.at(-1)!]
    const value = getAt(sent, names)
    if (typeof container === 'object' && container !== null && !Object.hasOwn(container, name) && value !== undefined)
      Object.assign(container, { [name]: value })
  }
  return stored
}

/** Adds the path of each property that a JSON Schema does not declare to `found`, until it has `maxContentWarnings`. */
function findUndeclared(value: unknown, schema: JsonSchema, at: string, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  const declared = getDeclaredNames(schema)
  const properties = schema.properties as Record<string, JsonSchema> | undefined
  if (!Array.isArray(value) && declared.size === 0) return
  // `Object.keys` needs less memory than `Object.entries`.
  for (const name of Object.keys(value)) {
    if (found.size >= maxContentWarnings) return
    const inner = (value as JsonObject)[name]
    if (Array.isArray(value)) findUndeclared(inner, (schema.items ?? {}) as JsonSchema, `${at}.${name}`, found)
    else if (!declared.has(name)) found.add(`${at}.${name}`)
    else if (typeof inner === 'object') findUndeclared(inner, properties![name]!, `${at}.${name}`, found)
  }
}

const hasDeclared = (content: JsonObject, schema: JsonSchema) => {
  const declared = getDeclaredNames(schema)
  return Object.keys(content).some((name) => declared.has(name))
}

type Reading = { content: JsonObject; unread: ContentWarning[]; own: ContentWarning[] }

/**
 * Reads a block's content. `unread` names the parts that the author meant for the block but that cannot be read. `own`
 * names members that may be the client's own, because the service did not have members of these names at first. `at` is
 * the path of the content in the request.
 */
export function readContentAndFindUnread(type: BlockType, sent: JsonObject, at = 'content'): Reading {
  const { schema, read } = blockTypeDefinitionByName[type]
  const unread: ContentWarning[] = []
  const own: ContentWarning[] = []
  const content = read(sent, (path, message, isOwn = false) => {
    const list = isOwn ? own : unread
    if (list.length < maxContentWarnings) list.push({ path: `${at}.${path}`, message })
  })
  if (Object.keys(sent).length > 0 && !hasDeclared(content, schema)) {
    const names = [...getDeclaredNames(schema)].join(', ')
    unread.unshift({ path: at, message: `has nothing that a block of the type ${type} shows: ${names}` })
  }
  return { content, unread, own }
}

/**
 * Finds everything in a block's content that is not read, at most `maxContentWarnings` parts: what
 * `readContentAndFindUnread` finds, and properties that no reader knows.
 */
export function findContentWarnings(type: BlockType, sent: JsonObject, at = 'content'): ContentWarning[] {
  const { content, unread: meant, own } = readContentAndFindUnread(type, sent, at)
  const unread = [...meant, ...own]
  const paths = new Set(unread.map(({ path }) => path))
  const undeclared = new Set<string>()
  findUndeclared(content, blockTypeDefinitionByName[type].schema, at, undeclared)
  const others = [...undeclared.difference(paths)].map((path) => ({
    path,
    message: 'is not read; the service keeps it, and learners do not get it',
  }))
  return [...unread, ...others]
    .slice(0, maxContentWarnings)
    .map(({ path, message }) => ({ path: formatFieldPath(path, []), message }))
}

type Blocks = readonly { type: BlockType; content: JsonObject }[] | null | undefined

/** Finds what is not read in the contents of blocks. `at` is the path of the list of blocks in the request. */
export function findContentWarningsOfBlocks(blocks: Blocks, at: string): ContentWarning[] {
  const warnings: ContentWarning[] = []
  for (const [index, { type, content }] of (blocks ?? []).entries()) {
    warnings.push(...findContentWarnings(type, content, `${at}.${index}.content`))
    if (warnings.length >= maxContentWarnings) break
  }
  return warnings.slice(0, maxContentWarnings)
}

type Modules = readonly { lessons?: readonly { blocks?: Blocks }[] | null }[] | null | undefined

/** Finds what is not read in the contents of the blocks of a request. */
export function findContentWarningsOfModules(modules: Modules): ContentWarning[] {
  const warnings: ContentWarning[] = []
  for (const [m, { lessons }] of (modules ?? []).entries())
    for (const [l, { blocks }] of (lessons ?? []).entries()) {
      if (warnings.length >= maxContentWarnings) return warnings.slice(0, maxContentWarnings)
      warnings.push(...findContentWarningsOfBlocks(blocks, `modules.${m}.lessons.${l}.blocks`))
    }
  return warnings.slice(0, maxContentWarnings)
}
