import type { ErrorObject } from 'ajv/dist/2020.js'
import type { JsonObject } from '../../operations/json-object.ts'
import type { JsonSchema } from '../../operations/json-schema.ts'
import { isStorableText } from '../../operations/validation.ts'
import { type InvalidField, makeInvalidRequestError } from '../../platform/errors.ts'
import { waitForExclusiveEventLoopTurn } from '../../platform/event-loop-turns.ts'
import { formatFieldPath } from '../../platform/json-depth.ts'
import { messageByPattern } from './definition/schema.ts'
import { readContent } from './read.ts'
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

/**
 * How content is checked. `lenient` accepts every spelling that the reader of the block type can read, and unknown
 * properties. `strict` accepts the documented shape only.
 */
export type ContentHandling = 'lenient' | 'strict'

/** Returns how the content in a request is checked. */
export const getContentHandling = ({ isStrict }: { isStrict?: boolean | undefined }): ContentHandling =>
  isStrict ? 'strict' : 'lenient'

/** Returns a copy of a JSON Schema that refuses properties which it does not declare. */
function closeSchema(schema: JsonSchema): JsonSchema {
  const { properties, items } = schema
  const inner = Object.entries((properties ?? {}) as Record<string, JsonSchema>)
  return {
    ...schema,
    ...(inner.length > 0 && {
      properties: Object.fromEntries(inner.map(([name, one]) => [name, closeSchema(one)])),
      additionalProperties: false,
    }),
    ...(items !== undefined && { items: closeSchema(items as JsonSchema) }),
  }
}

type Validator = ReturnType<typeof compileJsonSchemaValidator>
const validators: Record<ContentHandling, Map<BlockType, Validator>> = { lenient: new Map(), strict: new Map() }

/** Returns the validator of a block type. A validator is compiled at its first use. */
function validatorOf(type: BlockType, handling: ContentHandling): Validator {
  const { schema } = blockTypeDefinitionByName[type]
  const validate =
    validators[handling].get(type) ?? compileJsonSchemaValidator(handling === 'strict' ? closeSchema(schema) : schema)
  validators[handling].set(type, validate)
  return validate
}

/**
 * Compiles the validators of all block types in advance, so that no request has to wait. Other requests can run between
 * two compilations.
 */
export async function compileContentValidators(): Promise<void> {
  for (const type of blockTypeNames) {
    await waitForExclusiveEventLoopTurn()
    validatorOf(type, 'strict')
    validatorOf(type, 'lenient')
  }
}

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
    case 'additionalProperties':
      return { path: `${path}.${params.additionalProperty}`, message: 'is not a property of this block type' }
    case 'required':
      return { path: `${path}.${params.missingProperty}`, message: 'is required' }
    case 'type':
      return { path, message: `must be ${articles[String(params.type)] ?? `a ${params.type}`}` }
    case 'enum':
      return { path, message: `must be one of ${(params.allowedValues as unknown[]).join(', ')}` }
    case 'format':
    case 'pattern':
      return { path, message: messageByPattern.get(String(params.pattern)) ?? 'must be an absolute http(s) address' }
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

/** Returns whether the service had no property of this name at first. */
const isLater = (type: BlockType, name: string) => blockTypeDefinitionByName[type].spellings[name]?.isLater === true

/** The properties that tell the type of content. Content of the client's own can have the names that came later. */
const tellingNames = new Set(
  blockTypeNames.flatMap((type) => [...propertyNames.get(type)!].filter((name) => !isLater(type, name))),
)

/**
 * Returns whether content has properties of other block types, but no property of `type`. The client has probably sent
 * such content to the wrong block.
 * @param content the content as the reader of the block type returns it
 */
function hasOnlyPropertiesOfOtherTypes(type: BlockType, content: JsonObject): boolean {
  // Content without properties, or with unknown properties only, can be unfinished, so it is allowed.
  const own = propertyNames.get(type)!
  const names = Object.keys(content)
  return !names.some((name) => own.has(name) && name !== 'title') && names.some((name) => tellingNames.has(name))
}

const makeOtherTypesProblem = (type: BlockType, at: string): InvalidField => ({
  path: at,
  message: `has properties of other block types, but none of the block type ${type}: ${[...propertyNames.get(type)!].filter((name) => !isLater(type, name)).join(', ')}`,
})

/**
 * Checks a block's content against the block type. Returns the content as JSON text, exactly as it was sent, or its
 * problems. `at` is the path of `content` in the request.
 */
export function stringifyContentOrFindProblems(
  type: BlockType,
  content: JsonObject,
  { at = 'content', handling = 'lenient' }: { at?: string; handling?: ContentHandling } = {},
): { text: string } | { problems: InvalidField[] } {
  const checked = checkAnyContent(content, at)
  if ('problem' in checked) return { problems: [checked.problem] }
  const problems = findProblemsOfType(type, content, at, handling)
  return problems.length > 0 ? { problems } : checked
}

/** Checks a block's content as `stringifyContentOrFindProblems` does, and returns the problems. */
export function findContentProblems(
  type: BlockType,
  content: JsonObject,
  at = 'content',
  handling: ContentHandling = 'lenient',
): InvalidField[] {
  const checked = stringifyContentOrFindProblems(type, content, { at, handling })
  return 'problems' in checked ? checked.problems : []
}

/**
 * Checks a block's content against the rules of its block type. `checkAnyContent` checks the rules that all block types
 * share.
 */
function findProblemsOfType(type: BlockType, sent: JsonObject, at: string, handling: ContentHandling): InvalidField[] {
  const content = handling === 'strict' ? sent : readContent(type, sent)
  const problems = validatorOf(type, handling)(content).map((error) => problemOf(error, at))
  if (problems.length === 0) {
    return hasOnlyPropertiesOfOtherTypes(type, content)
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
 * Returns a block's content as JSON text, and block types that accept the content: those whose documented shape it has,
 * or else all. If the content breaks a rule that all block types share, `text` and `types` are empty.
 */
export function stringifyContentAndFindAcceptingBlockTypes(
  content: JsonObject,
  handling: ContentHandling,
): { text: string; types: BlockType[] } {
  const checked = checkAnyContent(content, 'content')
  if ('problem' in checked) return { text: '', types: [] }
  const isAccepted = (type: BlockType, how: ContentHandling) =>
    findProblemsOfType(type, content, 'content', how).length === 0
  const names = Object.keys(content)
  // The documented shape needs no reader. Content in it is rarely of another type, which `updateBlock` finds out.
  const documented = blockTypeNames.filter(
    (type) => names.every((name) => propertyNames.get(type)!.has(name)) && isAccepted(type, 'strict'),
  )
  const needsReader = documented.length === 0 && handling === 'lenient'
  const types = needsReader ? blockTypeNames.filter((type) => isAccepted(type, 'lenient')) : documented
  return { text: checked.text, types }
}

/**
 * Checks a block's content against the block type and returns the content as JSON text.
 * @throws ApiError `invalid_request` that lists each property with a problem
 */
export function validateAndStringifyContent(type: BlockType, content: JsonObject, handling: ContentHandling): string {
  const checked = stringifyContentOrFindProblems(type, content, { handling })
  if ('problems' in checked) throw makeInvalidRequestError(checked.problems)
  return checked.text
}
