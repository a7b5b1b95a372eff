import type { ErrorObject } from 'ajv/dist/2020.js'
import type { JsonObject } from '../../operations/json-object.ts'
import { isStorableText } from '../../operations/validation.ts'
import { type InvalidField, makeInvalidRequestError } from '../../platform/errors.ts'
import { waitForExclusiveEventLoopTurn } from '../../platform/event-loop-turns.ts'
import { formatFieldPath } from '../../platform/json-depth.ts'
import { type BlockType, blockTypeDefinitionByName, blockTypeNames } from './types.ts'
import { compileJsonSchemaValidator } from './validator.ts'

/** The maximum size of a block's content as JSON text: 256 KB. */
export const maxContentBytes = 256 * 1024
/**
 * The maximum number of JSON values in a block's content. Many small values need over twenty times the memory of their
 * JSON text.
 */
export const maxContentValues = 10_000
/** The maximum depth to which objects and lists in a block's content are nested. */
export const maxContentDepth = 64

const validators = new Map<BlockType, ReturnType<typeof compileJsonSchemaValidator>>()

/** Returns the validator of a block type. A validator is compiled at its first use. */
function validatorOf(type: BlockType): ReturnType<typeof compileJsonSchemaValidator> {
  const validate = validators.get(type) ?? compileJsonSchemaValidator(blockTypeDefinitionByName[type].schema)
  validators.set(type, validate)
  return validate
}

/**
 * Compiles the validators of all block types in advance, so that no request has to wait. Other requests can run between
 * two compilations.
 */
export async function compileContentValidators(): Promise<void> {
  for (const type of blockTypeNames) {
    await waitForExclusiveEventLoopTurn()
    validatorOf(type)
  }
}

const errorsOf = (type: BlockType, content: JsonObject): ErrorObject[] => validatorOf(type)(content)

type StorageProblem = { members: string[]; message: string }

const tooManyValues = `is one value too many: a content has at most ${maxContentValues.toLocaleString('en')} JSON values`

/**
 * Finds the first problem in a block's content: a value that JSON or PostgreSQL cannot store unchanged, a value that is
 * nested too deeply, or too many values.
 */
function findStorageProblem(content: JsonObject): StorageProblem | undefined {
  let values = 0
  function find(value: unknown, depth: number): StorageProblem | undefined {
    values++
    if (values > maxContentValues) return { members: [], message: tooManyValues }
    if (depth > maxContentDepth) return { members: [], message: `must be at most ${maxContentDepth} levels deep` }
    if (typeof value === 'string')
      return isStorableText(value) ? undefined : { members: [], message: 'must not contain NUL or lone surrogates' }
    if (typeof value === 'number')
      return Number.isFinite(value) ? undefined : { members: [], message: 'must be a finite number' }
    if (typeof value !== 'object' || value === null) return undefined
    // `Object.keys` needs less memory than `Object.entries` for an object with several hundred thousand members.
    for (const member of Object.keys(value)) {
      if (!isStorableText(member))
        return { members: [], message: 'must not have NUL or lone surrogates in a property name' }
      const problem = find((value as JsonObject)[member], depth + 1)
      if (problem) return { ...problem, members: [member, ...problem.members] }
    }
    return undefined
  }
  return find(content, 0)
}

const articles: Record<string, string> = { array: 'an array', object: 'an object', integer: 'an integer' }

function problemOf(error: ErrorObject, at: string): InvalidField {
  const inner = error.instancePath.slice(1).replaceAll('/', '.')
  const path = inner ? `${at}.${inner}` : at
  const params = error.params as Record<string, unknown>
  switch (error.keyword) {
    case 'required':
      return { path: `${path}.${params.missingProperty}`, message: 'is required' }
    case 'type':
      return { path, message: `must be ${articles[String(params.type)] ?? `a ${params.type}`}` }
    case 'enum':
      return { path, message: `must be one of ${(params.allowedValues as unknown[]).join(', ')}` }
    case 'format':
    case 'pattern':
      return { path, message: 'must be an absolute http(s) address' }
    default:
      return { path, message: error.message ?? 'is not valid' }
  }
}

/** Returns a block's content as the JSON text that the database stores. */
export const stringifyContent = (content: JsonObject) => JSON.stringify(content)

/**
 * The result of `checkAnyContent`: the content as JSON text, or the problem that makes it invalid for every block type.
 */
type ContentCheckResult = { text: string } | { problem: InvalidField }

/** Checks a block's content against the rules that all block types share. */
function checkAnyContent(content: JsonObject, at: string): ContentCheckResult {
  const problem = findStorageProblem(content)
  if (problem) return { problem: { path: formatFieldPath(at, problem.members), message: problem.message } }
  const text = stringifyContent(content)
  return Buffer.byteLength(text) <= maxContentBytes
    ? { text }
    : { problem: { path: at, message: 'must have at most 256 KB as JSON' } }
}

const propertyNames: ReadonlyMap<BlockType, ReadonlySet<string>> = new Map(
  blockTypeNames.map((type) => [
    type,
    new Set(Object.keys((blockTypeDefinitionByName[type].schema.properties ?? {}) as object)),
  ]),
)

const allPropertyNames = new Set([...propertyNames.values()].flatMap((names) => [...names]))

/**
 * Returns whether content has properties of other block types, but no property of `type`. The client has probably sent
 * such content to the wrong block.
 * @param sent the names of the properties that the content has
 */
function hasOnlyPropertiesOfOtherTypes(type: BlockType, sent: readonly string[]): boolean {
  // Content without properties, or with unknown properties only, can be unfinished, so it is allowed.
  const own = propertyNames.get(type)!
  return !sent.some((name) => own.has(name)) && sent.some((name) => allPropertyNames.has(name))
}

const makeOtherTypesProblem = (type: BlockType, at: string): InvalidField => ({
  path: at,
  message: `has properties of other block types, but none of the block type ${type}: ${[...propertyNames.get(type)!].join(', ')}`,
})

/**
 * Checks a block's content against the block type. Returns the content as JSON text, or its problems. `at` is the path
 * of `content` in the request.
 */
export function stringifyContentOrFindProblems(
  type: BlockType,
  content: JsonObject,
  at = 'content',
): { text: string } | { problems: InvalidField[] } {
  const checked = checkAnyContent(content, at)
  if ('problem' in checked) return { problems: [checked.problem] }
  const problems = findProblemsOfType(type, content, at)
  return problems.length > 0 ? { problems } : checked
}

/** Checks a block's content as `stringifyContentOrFindProblems` does, and returns the problems. */
export function findContentProblems(type: BlockType, content: JsonObject, at = 'content'): InvalidField[] {
  const checked = stringifyContentOrFindProblems(type, content, at)
  return 'problems' in checked ? checked.problems : []
}

/**
 * Checks a block's content against the rules of its block type. `checkAnyContent` checks the rules that all block types
 * share.
 */
function findProblemsOfType(type: BlockType, content: JsonObject, at: string): InvalidField[] {
  const problems = errorsOf(type, content).map((error) => problemOf(error, at))
  if (problems.length === 0) {
    return hasOnlyPropertiesOfOtherTypes(type, Object.keys(content))
      ? [makeOtherTypesProblem(type, at)]
      : (blockTypeDefinitionByName[type].contradictions?.(content, at) ?? [])
  }
  // Two keywords of a JSON Schema can report the same problem in a row. The filter keeps the first report.
  return problems.filter(({ path, message }, index) => {
    const last = problems[index - 1]
    return last?.path !== path || last.message !== message
  })
}

/**
 * Returns a block's content as JSON text, and the block types that accept the content. If the content breaks a rule
 * that all block types share, `text` and `types` are empty.
 */
export function stringifyContentAndFindAcceptingBlockTypes(content: JsonObject): { text: string; types: BlockType[] } {
  const checked = checkAnyContent(content, 'content')
  if ('problem' in checked) return { text: '', types: [] }
  const sent = Object.keys(content)
  // The fast comparison of property names comes before the slow check with the JSON Schema.
  // The comparison rules out most block types, so the slow check runs for few types.
  const types = blockTypeNames.filter(
    (type) => !hasOnlyPropertiesOfOtherTypes(type, sent) && findProblemsOfType(type, content, 'content').length === 0,
  )
  return { text: checked.text, types }
}

/**
 * Checks a block's content against the block type and returns the content as JSON text.
 * @throws ApiError `invalid_request` that lists each property with a problem
 */
export function validateAndStringifyContent(type: BlockType, content: JsonObject): string {
  const checked = stringifyContentOrFindProblems(type, content)
  if ('problems' in checked) throw makeInvalidRequestError(checked.problems)
  return checked.text
}
