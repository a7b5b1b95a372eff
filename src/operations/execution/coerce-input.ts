import {
  type GraphQLEnumType,
  type GraphQLError,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import type { InvalidField } from '../../platform/errors.ts'
import { clearListName, findClearListProblem } from '../clear-list.ts'
import type { ApiName } from '../context.ts'
import { isClearableField } from '../field-options.ts'
import { isJsonObject, type JsonObject, placeInJsonExtension } from '../json-object.ts'
import { getJsonSchemasBySiblingValue, type JsonSchema } from '../json-schema.ts'
import { findMeaning, indexNames, type ToleranceOptions, type ToleratedKind } from '../tolerances.ts'
import { formatNameHint, formatUnknownFieldMessage } from '../unknown-field.ts'
import { type Coercer, Coercion, type InputSource } from './coercion.ts'
import { findLimitsOfInputField, formatIntegerMessage } from './integer-limits.ts'

type ValueOptions = {
  /** Finds the limits that are declared for the value, for the message about a large number. */
  findLimits?: () => JsonSchema | undefined
  isClearable?: boolean
}

/**
 * The maximum number of entries of a list in a request. Lists in JSON values have other limits, and some operations
 * have lower limits.
 */
export const maxListEntries = 25_000

/** Returns what the client means by a value without the documented form. Notes a problem if it means nothing. */
function understand(
  kind: ToleratedKind,
  value: unknown,
  coercion: Coercion,
  message: string,
  options?: ToleranceOptions,
): unknown {
  const meaning = findMeaning(kind, coercion.source.api, value, options)
  return meaning && 'value' in meaning ? meaning.value : coercion.refuse(meaning?.refusal ?? message)
}

function makeCoercer(type: GraphQLInputType, api: ApiName, options: ValueOptions = {}): Coercer {
  const present = getNullableType(type)
  const isNullable = present === type
  const coerce = isListType(present)
    ? makeListCoercer(present.ofType, api)
    : isInputObjectType(present)
      ? findObjectCoercer(present, api)
      : isEnumType(present)
        ? makeEnumCoercer(present, options)
        : makeScalarCoercer(present, options)
  return (value, coercion) => {
    if (value != null) return coerce(value, coercion)
    return isNullable ? null : coercion.refuse('must not be null')
  }
}

function makeListCoercer(entryType: GraphQLInputType, api: ApiName): Coercer {
  const coerceEntry = makeCoercer(entryType, api)
  const isOfObjects = isInputObjectType(getNullableType(entryType))
  return (value, coercion) => {
    const canBeEntry = !isOfObjects || isJsonObject(value)
    const list = Array.isArray(value) ? value : understand('list', value, coercion, 'must be a list', { canBeEntry })
    if (!Array.isArray(list)) return undefined
    if (list.length > maxListEntries)
      return coercion.stop(`must have at most ${maxListEntries.toLocaleString('en')} entries`)
    // A value that stands for a list with one entry has no index in the path of a problem.
    if (list[0] === value) return [coerceEntry(value, coercion)]
    const entries: unknown[] = []
    for (let index = 0; index < list.length && !coercion.isStopped; index++)
      entries.push(coercion.inside(index, coerceEntry, list[index]))
    return entries
  }
}

type Field = { name: string; coerce: Coercer; isRequired: boolean; defaultValue: unknown }

function makeField(parent: GraphQLInputObjectType, { name, ...field }: GraphQLInputField, api: ApiName): Field {
  const coerce = makeCoercer(field.type, api, {
    findLimits: () => findLimitsOfInputField(parent, name),
    isClearable: isClearableField(field),
  })
  const fromTool = api === 'mcp' ? getJsonSchemasBySiblingValue(field)?.fromTool : undefined
  const coerceFromTool: Coercer = (value, coercion) => {
    const coerced = coerce(value, coercion)
    // `fromTool` does not change a value that already has the form of GraphQL and REST.
    return isJsonObject(coerced) ? fromTool!(coerced) : coerced
  }
  const { type, defaultValue } = field
  return { name, coerce: fromTool ? coerceFromTool : coerce, isRequired: isNonNullType(type), defaultValue }
}

const objectCoercers = {
  rest: new WeakMap<GraphQLInputObjectType, Coercer>(),
  graphql: new WeakMap<GraphQLInputObjectType, Coercer>(),
  mcp: new WeakMap<GraphQLInputObjectType, Coercer>(),
}

function findObjectCoercer(type: GraphQLInputObjectType, api: ApiName): Coercer {
  const coercer = objectCoercers[api].get(type) ?? makeObjectCoercer(type, api)
  objectCoercers[api].set(type, coercer)
  return coercer
}

function makeObjectCoercer(type: GraphQLInputObjectType, api: ApiName): Coercer {
  // The fields are read at the first call, because an input type can contain itself.
  let fields: readonly Field[] | undefined
  return (value, coercion) => {
    const input = isJsonObject(value) ? value : understand('object', value, coercion, 'must be an object')
    if (!isJsonObject(input)) return undefined
    fields ??= Object.values(type.getFields()).map((field) => makeField(type, field, api))
    const ignored = coercion.source.readOnly?.get(type.name)
    const object: JsonObject = {}
    let knownMembers = 0
    for (const { name, coerce, isRequired, defaultValue } of fields) {
      const sent = input[name]
      if (sent !== undefined) {
        knownMembers++
        if (!ignored?.has(name)) object[name] = coercion.inside(name, coerce, sent)
      } else if (defaultValue !== undefined) object[name] = defaultValue
      else if (isRequired) coercion.refuse('is required', [name])
      if (coercion.isStopped) return undefined
    }
    if (Object.keys(input).length > knownMembers) readOtherMembers(type, input, object, coercion)
    return object
  }
}

/** Reads the members of an object that are no fields of its input type. All are problems but those of `source`. */
function readOtherMembers(
  type: GraphQLInputObjectType,
  input: JsonObject,
  object: JsonObject,
  coercion: Coercion,
): void {
  const { readOnly, canClear = false } = coercion.source
  const fields = type.getFields()
  for (const name of Object.keys(input)) {
    if (Object.hasOwn(fields, name) || readOnly?.get(type.name)?.has(name)) continue
    if (canClear && name === clearListName) clearFields(type, input, object, coercion)
    else {
      coercion.refuse(formatUnknownFieldMessage(type, name, !coercion.hasListedFields), [name])
      coercion.hasListedFields = true
    }
    if (coercion.isStopped) return
  }
}

/** Sets the fields to null that the list `clear` of an object names. */
function clearFields(type: GraphQLInputObjectType, input: JsonObject, object: JsonObject, coercion: Coercion): void {
  const sent = input[clearListName]
  if (sent == null) return
  const meaning = findMeaning('list', coercion.source.api, sent, { canBeEntry: false }) ?? { value: sent }
  const problem = 'refusal' in meaning ? meaning.refusal : findClearListProblem(meaning.value, type, input)
  if (problem !== undefined) coercion.refuse(problem, [clearListName])
  else if ('value' in meaning) for (const name of meaning.value as string[]) object[name] = null
}

function makeEnumCoercer(type: GraphQLEnumType, { isClearable = false }: ValueOptions): Coercer {
  const values = new Map(type.getValues().map(({ name, value }) => [name, value as unknown]))
  const options = { names: indexNames([...values.keys()]), isClearable }
  const message = `must be one of ${[...values.keys()].join(', ')}`
  return (value, coercion) => {
    const known = values.get(value as string)
    if (known !== undefined) return known
    const name = understand('enum', value, coercion, `${message}${formatNameHint(type, value)}`, options)
    return typeof name === 'string' ? values.get(name) : name
  }
}

/** The error messages for invalid values of scalars that have no message of their own. The keys are their names. */
const scalarMessages: Record<string, string> = {
  String: 'must be a string',
  Float: 'must be a number',
  Boolean: 'must be true or false',
}

function makeScalarCoercer(type: GraphQLScalarType, { findLimits }: ValueOptions): Coercer {
  function toDocumentedForm(value: unknown, coercion: Coercion): unknown {
    if (type.name === 'ID' && typeof value !== 'string') return understand('id', value, coercion, 'must be a string')
    if (type.name !== 'JSONObject' || isJsonObject(value)) return value
    return understand('object', value, coercion, 'must be a JSON object')
  }
  return (sent, coercion) => {
    const value = toDocumentedForm(sent, coercion)
    if (value === undefined) return undefined
    try {
      return type.parseValue(value)
    } catch (error) {
      if (type.name === 'Int') return coercion.refuse(formatIntegerMessage(value, findLimits?.()))
      const { message, extensions } = error as GraphQLError
      return coercion.refuse(scalarMessages[type.name] ?? message, [], extensions?.[placeInJsonExtension] as string[])
    }
  }
}

/** A coerced input value, and the errors that coercion has found. */
export type InputCoercionResult = { value: unknown; problems: InvalidField[] }

/**
 * Coerces an input value by the rules of GraphQL and the tolerances of the API. Returns the value and its first 50
 * errors, with paths that start with `at`.
 */
export function coerceInput(
  value: unknown,
  type: GraphQLInputType,
  source: InputSource,
  at: readonly string[] = [],
  options: ValueOptions = {},
): InputCoercionResult {
  const coercion = new Coercion(source)
  const coerced = makeCoercer(type, source.api, options)(value, coercion)
  return { value: coerced, problems: coercion.listProblems(at) }
}
