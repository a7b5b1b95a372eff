import { isJsonObject, type JsonObject } from '../../operations/json-object.ts'
import type { UnfinishedContentWarning } from '../../operations/operation.ts'
import { readCompleteContent } from './read.ts'
import { type BlockType, blockTypeDefinitionByName } from './types.ts'

type Block = { type: BlockType; content: JsonObject }
type Lesson = { blocks?: readonly Block[] | null }
type Module = { lessons?: readonly Lesson[] | null }

/**
 * The search for unfinished content ends after about this number of warnings, because the result of an MCP tool shows
 * only the first warnings.
 */
const maxWarnings = 50

function missingMessage(value: unknown): string | undefined {
  if (value === undefined || value === null) return 'is missing'
  const isEmpty = Array.isArray(value) ? value.length === 0 : typeof value === 'string' && value.trim() === ''
  return isEmpty ? 'is empty' : undefined
}

type MayBeMissing = (object: JsonObject) => boolean | undefined

/**
 * Finds the properties at a path that are missing or empty. If the path leads through a list, each object in the list
 * must have the property, unless `mayBeMissing` says that it may lack the property.
 */
function findMissing(
  value: unknown,
  [name, ...rest]: readonly string[],
  at: string,
  mayBeMissing: MayBeMissing,
): UnfinishedContentWarning[] {
  if (Array.isArray(value))
    return value.flatMap((one, index) => findMissing(one, [name!, ...rest], `${at}.${index}`, mayBeMissing))
  if (!isJsonObject(value)) return []
  const path = `${at}.${name}`
  if (rest.length > 0) return findMissing(value[name!], rest, path, mayBeMissing)
  if (mayBeMissing(value)) return []
  const message = missingMessage(value[name!])
  return message === undefined ? [] : [{ path, message }]
}

/** Finds what is unfinished in a block's content. `at` is the path of the content in the request. */
export function findUnfinishedContentOfBlock(
  { type, content: sent }: Block,
  at = 'content',
): UnfinishedContentWarning[] {
  const content = readCompleteContent(type, sent)
  const { requiredWhenFinished, mayBeMissing, generation } = blockTypeDefinitionByName[type]
  const missing = requiredWhenFinished.flatMap((path) =>
    findMissing(content, path.split('.'), at, (object) => mayBeMissing?.(path, object)),
  )
  // Other checks, such as the check of a quiz answer, need all properties. They run only if no property is missing.
  return missing.length > 0 ? missing : (generation.problems?.(content, at) ?? [])
}

/** Finds what is unfinished in the blocks of a lesson. `at` is the path of the list of blocks in the request. */
export function findUnfinishedContentOfBlocks(
  blocks: readonly Block[] | null | undefined,
  at: string,
): UnfinishedContentWarning[] {
  if (!blocks?.length) return [{ path: at, message: 'is empty' }]
  const warnings: UnfinishedContentWarning[] = []
  for (const [index, block] of blocks.entries()) {
    warnings.push(...findUnfinishedContentOfBlock(block, `${at}.${index}.content`))
    if (warnings.length >= maxWarnings) break
  }
  return warnings
}

/**
 * Finds what is unfinished in the modules, lessons and blocks of a request. An empty list of lessons or blocks counts
 * as unfinished. A missing list counts as unfinished only if `keepsMissingLists` is false.
 */
export function findUnfinishedContentOfModules(
  modules: readonly Module[] | null | undefined,
  { keepsMissingLists }: { keepsMissingLists: boolean },
): UnfinishedContentWarning[] {
  const at = 'modules'
  // If `keepsMissingLists` is true and the request lacks a list, the service keeps the stored lessons or blocks.
  const isKept = (list: readonly unknown[] | null | undefined) => keepsMissingLists && list == null
  const warnings: UnfinishedContentWarning[] = []
  for (const [m, { lessons }] of (modules ?? []).entries()) {
    if (!lessons?.length && !isKept(lessons)) warnings.push({ path: `${at}.${m}.lessons`, message: 'is empty' })
    for (const [l, { blocks }] of (lessons ?? []).entries()) {
      if (!isKept(blocks)) warnings.push(...findUnfinishedContentOfBlocks(blocks, `${at}.${m}.lessons.${l}.blocks`))
      if (warnings.length >= maxWarnings) return warnings
    }
  }
  return warnings
}
