import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Json } from '../builder.ts'
import { isKeepable } from '../checks.ts'
import { type FieldProblem, invalid } from '../errors.ts'
import { type BlockType, blockTypes, kinds } from './kinds.ts'

/** A block's content, as JSON: 256 KB, and 64 levels deep, at most. */
export const maxBytes = 256 * 1024
const maxDepth = 64

const isHttpUrl = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
const ajv = new Ajv2020({ allErrors: true, strict: true, formats: { uri: isHttpUrl } })

// Compiled once, by the first content of the type.
const validators = new Map<BlockType, ValidateFunction>()
function validatorOf(type: BlockType): ValidateFunction {
  const known = validators.get(type)
  if (known) return known
  const made = ajv.compile(kinds[type].schema)
  validators.set(type, made)
  return made
}

/** What JSON or PostgreSQL could not give back to the letter, with its path. */
function unkeepable(value: unknown, path: string, depth = 0): FieldProblem | undefined {
  if (depth > maxDepth) return { path, message: `must be at most ${maxDepth} levels deep` }
  if (typeof value === 'string' && !isKeepable(value))
    return { path, message: 'must not contain NUL or lone surrogates' }
  if (typeof value === 'number' && !Number.isFinite(value)) return { path, message: 'must be a finite number' }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [member, inner] of Object.entries(value)) {
    if (!isKeepable(member)) return { path, message: 'must not have NUL or lone surrogates in a member name' }
    const problem = unkeepable(inner, `${path}.${member}`, depth + 1)
    if (problem) return problem
  }
  return undefined
}

const articles: Record<string, string> = { array: 'an array', object: 'an object', integer: 'an integer' }

function problemOf(error: ErrorObject, at: string): FieldProblem {
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

/** A content as the database keeps it. */
export const textOf = (content: Json) => JSON.stringify(content)

/** What keeps a content from being kept, whatever its type. */
function problemOfAny(content: Json, at: string): FieldProblem | undefined {
  const problem = unkeepable(content, at)
  if (problem) return problem
  if (Buffer.byteLength(textOf(content)) <= maxBytes) return undefined
  return { path: at, message: 'must have at most 256 KB as JSON' }
}

/** What is wrong with a content of that type; `at` is where it stands in the request. */
export function problemsOf(type: BlockType, content: Json, at = 'content'): FieldProblem[] {
  const problem = problemOfAny(content, at)
  if (problem) return [problem]
  const validate = validatorOf(type)
  if (validate(content)) return []
  const problems = (validate.errors ?? []).map((error) => problemOf(error, at))
  // Two keywords can refuse one member for the same reason.
  return problems.filter(({ path, message }, index) => {
    const last = problems[index - 1]
    return last?.path !== path || last.message !== message
  })
}

/** The types that a content fits. */
export const typesFitting = (content: Json): BlockType[] =>
  problemOfAny(content, 'content') ? [] : blockTypes.filter((type) => validatorOf(type)(content))

/**
 * A content as the database keeps it.
 * @throws ApiError `invalid_request` naming each member that contradicts the type's schema
 */
export function mustFit(type: BlockType, content: Json): string {
  const problems = problemsOf(type, content)
  if (problems.length > 0) throw invalid(problems)
  return textOf(content)
}
