import {
  coerceInputValue,
  type GraphQLError,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { type InvalidField, maxReportedInvalidFields } from '../../platform/errors.ts'
import { formatFieldPath } from '../../platform/json-depth.ts'
import { disabledOptimizations } from '../../platform/optimizations.ts'
import { placeInJsonExtension } from '../json-object.ts'
import type { JsonSchema } from '../json-schema.ts'
import { formatUnknownFieldMessage } from '../unknown-field.ts'
import { findLimitsOfInputField, formatIntegerMessage } from './integer-limits.ts'
import { findOverlongList } from './list-length.ts'
import { coerceValidInput, notCoerced } from './valid-input.ts'

type Path = readonly (string | number)[]
type FindLimits = () => JsonSchema | undefined

/** The error messages for invalid scalar values. The keys are the names of the scalars. */
const scalarMessages: Record<string, string> = {
  String: 'must be a string',
  ID: 'must be a string',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  JSONObject: 'must be a JSON object',
}

/** Returns the type at a path within a GraphQL input type, or undefined if the type has no such path. */
function typeAt(type: GraphQLInputType | undefined, [member, ...rest]: Path): GraphQLInputType | undefined {
  const inner = type && getNullableType(type)
  if (member === undefined || inner === undefined) return inner
  if (isListType(inner)) return typeAt(inner.ofType, rest)
  return isInputObjectType(inner) ? typeAt(inner.getFields()[member]?.type, rest) : undefined
}

/** Converts an error of GraphQL's input coercion to a message about how to correct the value. */
function messageOf(
  { message }: GraphQLError,
  value: unknown,
  { type, limits }: { type: GraphQLInputType; limits: FindLimits },
  path: Path,
): string {
  if (/to be an object\.$/.test(message)) return isListType(typeAt(type, path)) ? 'must be a list' : 'must be an object'
  if (/^Field "[^"]+" of required type/.test(message)) return 'is required'
  if (/not to be null/.test(message)) return 'must not be null'
  const scalar = /^(\w+) cannot represent/.exec(message)?.[1]
  if (scalar === 'Int') {
    const name = path.at(-1)
    const ofField = findLimitsOfInputField(typeAt(type, path.slice(0, -1)), String(name))
    return formatIntegerMessage(value, name === undefined ? limits() : ofField)
  }
  if (scalar !== undefined && scalarMessages[scalar]) return scalarMessages[scalar]
  const named = getNamedType(typeAt(type, path))
  if (isEnumType(named))
    return `must be one of ${named
      .getValues()
      .map(({ name }) => name)
      .join(', ')}`
  return message.replace(/^Expected type "[^"]+"[.,]? ?/, '').trim() || message
}

const nameIn = (error: GraphQLError) => /^Field "([^"]+)"/.exec(error.message)?.[1]

const tooMany = Symbol('too many problems')

/** A coerced input value, and the errors that coercion has found. */
export type InputCoercionResult = { value: unknown; problems: InvalidField[] }

/** Coerces an input value with graphql-js, which also finds the errors of an invalid value. */
function coerceWithErrors(
  value: unknown,
  type: GraphQLInputType,
  at: readonly string[],
  limits: FindLimits,
): InputCoercionResult {
  const tooLong = findOverlongList(value, type, at)
  if (tooLong) return { value: undefined, problems: [tooLong] }
  const problems: InvalidField[] = []
  let hasListedFields = false
  function unknownFieldMessageOf(error: GraphQLError, path: Path): string | undefined {
    const [, name] = /^Field "([^"]+)" is not defined by type/.exec(error.message) ?? []
    if (name === undefined) return undefined
    const message = formatUnknownFieldMessage(typeAt(type, path)!, name, !hasListedFields)
    hasListedFields = true
    return message
  }
  function note(path: readonly (string | number)[], wrong: unknown, error: GraphQLError): void {
    if (problems.length === maxReportedInvalidFields) throw tooMany
    const name = nameIn(error)
    const placeInJson = (error.extensions[placeInJsonExtension] ?? []) as readonly string[]
    const full = [...at, ...path.map(String), ...(name && path.at(-1) !== name ? [name] : [])]
    problems.push({
      path: formatFieldPath(full.join('.'), placeInJson),
      message: unknownFieldMessageOf(error, path) ?? messageOf(error, wrong, { type, limits }, path),
    })
  }
  try {
    return { value: coerceInputValue(value, type, note, true), problems }
  } catch (stop) {
    if (stop !== tooMany) throw stop
    return { value: undefined, problems }
  }
}

/**
 * Coerces an input value by the rules of GraphQL. Returns the value and its first 50 errors, with paths that start with
 * `at`.
 * @param limits finds the limits that are declared for the value itself, for the message about a large number
 */
export function coerceInput(
  value: unknown,
  type: GraphQLInputType,
  at: readonly string[] = [],
  limits: FindLimits = () => undefined,
): InputCoercionResult {
  const coerced = disabledOptimizations.has('coercion') ? notCoerced : coerceValidInput(value, type)
  return coerced === notCoerced ? coerceWithErrors(value, type, at, limits) : { value: coerced, problems: [] }
}
