import type { JsonObject } from '../../operations/builder.ts'
import type { Warning } from '../../operations/operation.ts'
import { type BlockType, blockTypeDefinitionByName } from './types.ts'

type Block = { type: BlockType; content: JsonObject }
type Lesson = { blocks?: readonly Block[] | null }
type Module = { lessons?: readonly Lesson[] | null }

/** The number of warnings after which a search for more ends. An answer shows fewer. */
const maxWarnings = 50

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function missingMessage(value: unknown): string | undefined {
  if (value === undefined || value === null) return 'is missing'
  const isEmpty = Array.isArray(value) ? value.length === 0 : typeof value === 'string' && value.trim() === ''
  return isEmpty ? 'is empty' : undefined
}

/** Finds the members at `path` that are missing. A list on the way stands for each of its objects. */
function findMissing(value: unknown, [name, ...rest]: readonly string[], at: string): Warning[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => findMissing(one, [name!, ...rest], `${at}.${index}`))
  if (!isObject(value)) return []
  const path = `${at}.${name}`
  if (rest.length > 0) return findMissing(value[name!], rest, path)
  const message = missingMessage(value[name!])
  return message === undefined ? [] : [{ path, message }]
}

/** Finds what a block's content lacks until learners can use the block. `at` is the path of the content. */
export function findUnfinishedContent({ type, content }: Block, at = 'content'): Warning[] {
  const { complete, mayLack, draft } = blockTypeDefinitionByName[type]
  const missing = complete
    .filter((path) => !mayLack?.(path, content))
    .flatMap((path) => findMissing(content, path.split('.'), at))
  // The other problems can only be found in content with all members.
  return missing.length > 0 ? missing : (draft.problems?.(content, at) ?? [])
}

/** Finds what the blocks of a lesson lack. `at` is the path of the list of blocks. */
export function findUnfinishedBlocks(blocks: readonly Block[] | null | undefined, at: string): Warning[] {
  if (!blocks?.length) return [{ path: at, message: 'is empty' }]
  const warnings: Warning[] = []
  for (const [index, block] of blocks.entries()) {
    warnings.push(...findUnfinishedContent(block, `${at}.${index}.content`))
    if (warnings.length >= maxWarnings) break
  }
  return warnings
}

/** Finds what modules with their lessons and blocks lack. `at` is the path of the list of modules. */
export function findUnfinishedModules(modules: readonly Module[] | null | undefined, at = 'modules'): Warning[] {
  const warnings: Warning[] = []
  for (const [m, { lessons }] of (modules ?? []).entries()) {
    if (!lessons?.length) warnings.push({ path: `${at}.${m}.lessons`, message: 'is empty' })
    for (const [l, { blocks }] of (lessons ?? []).entries()) {
      warnings.push(...findUnfinishedBlocks(blocks, `${at}.${m}.lessons.${l}.blocks`))
      if (warnings.length >= maxWarnings) return warnings
    }
  }
  return warnings
}
