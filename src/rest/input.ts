import {
  GraphQLBoolean,
  GraphQLID,
  type GraphQLInputType,
  GraphQLInt,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { ApiError, type FieldProblem, invalid } from '../errors.ts'
import { problemsOfInput } from '../graphql/variables.ts'
import { type Exchange, hasBody, mediaTypeOf, readBody, tooLarge } from '../http/exchange.ts'
import type { Operation, Parameter } from './view.ts'

type Values = Record<string, unknown>

const usualMaxBytes = 1_000_000
const bad = (message: string) => new ApiError('invalid_request', message)

/** A query parameter's text as its type wants it; what the type cannot be stays text and is refused by coercion. */
function typed(text: string, type: GraphQLInputType): unknown {
  const wanted = getNullableType(type)
  if (wanted === GraphQLInt && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (wanted === GraphQLBoolean && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** The query string, strictly: every name is known and there once, every value of its type. */
function readQuery(exchange: Exchange, known: readonly Parameter[]): Values {
  const values: Values = {}
  const problems: FieldProblem[] = []
  const sent = exchange.query === '' ? [] : new URLSearchParams(exchange.query)
  for (const [name, text] of sent) {
    const parameter = known.find((candidate) => candidate.name === name)
    if (!parameter) {
      problems.push({
        path: name,
        message: known.length
          ? `is not a parameter; known are ${known.map((k) => k.name).join(', ')}`
          : 'is not a parameter of this route',
      })
    } else if (parameter.arg in values) {
      problems.push({ path: name, message: 'must be there once' })
    } else {
      values[parameter.arg] = typed(text, parameter.type)
      problems.push(...problemsOfInput(values[parameter.arg], parameter.type, [name]))
    }
  }
  for (const { arg, name, type } of known) {
    if (isNonNullType(type) && !(arg in values)) problems.push({ path: name, message: 'is required' })
  }
  if (problems.length > 0) throw invalid(problems)
  return values
}

/**
 * What GraphQL's coercion lets pass and REST does not: one value for a list of it, a number for an identifier. What is
 * sent has the type that is documented.
 */
function loosely(value: unknown, type: GraphQLInputType, at: readonly (string | number)[] = []): FieldProblem[] {
  const wanted = getNullableType(type)
  if (value == null) return []
  if (wanted === GraphQLID && typeof value !== 'string') return [{ path: at.join('.'), message: 'must be a string' }]
  if (isListType(wanted)) {
    if (!Array.isArray(value)) return [{ path: at.join('.'), message: 'must be a list' }]
    return value.flatMap((one, index) => loosely(one, wanted.ofType, [...at, index]))
  }
  if (!isInputObjectType(wanted)) return []
  const fields = Object.values(wanted.getFields())
  return fields.flatMap(({ name, type }) => loosely((value as Values)[name], type, [...at, name]))
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The JSON body as the one argument `input`, checked by GraphQL's own strict coercion. */
async function readInput(exchange: Exchange, { body, route }: Operation): Promise<Values> {
  if (!body) return {}
  if (!hasBody(exchange)) throw bad('The request needs a body: a JSON object.')
  const type = mediaTypeOf(exchange)
  if (type !== 'application/json') {
    exchange.req.resume()
    throw new ApiError('invalid_request', 'Send the body as Content-Type: application/json.', { status: 415 })
  }
  const text = await readBody(exchange, route.maxBytes ?? usualMaxBytes)
  if (text.trim() === '') throw bad('The request needs a body: a JSON object.')
  const input = parse(text)
  const { largeMember } = route
  if (largeMember && Buffer.byteLength(text) > usualMaxBytes && !(isObject(input) && largeMember in input))
    throw tooLarge(usualMaxBytes)
  if (input === undefined) throw bad('The request body is not JSON.')
  if (!isObject(input)) throw bad('The request body must be a JSON object.')
  const refused = problemsOfInput(input, body.type)
  const problems = refused.length > 0 ? refused : loosely(input, body.type)
  if (problems.length > 0) throw invalid(problems)
  return body.arg === undefined ? (input as Values) : { [body.arg]: input }
}

/** `"v7"` → 7. A tag that is none of ours, or a weak one, matches no version (RFC 9110, section 13.1.1). */
function versionOf(tag: string): number | undefined {
  if (tag.trim() === '*') return undefined
  const version = /^"v(\d{1,9})"$/.exec(tag.trim())?.[1]
  return version === undefined ? -1 : Number(version)
}

function readHeaders({ req }: Exchange, known: readonly Parameter[]): Values {
  const values: Values = {}
  for (const { arg, name } of known) {
    const sent = req.headers[name.toLowerCase()]
    if (sent !== undefined) values[arg] = arg === 'expectedVersion' ? versionOf(String(sent)) : String(sent)
  }
  return values
}

/**
 * The GraphQL variables of a request to a declared route: path, query, headers, body, each strictly.
 * @throws ApiError `invalid_request` naming each bad field; 413, 415
 */
export async function variablesOf(
  exchange: Exchange,
  operation: Operation,
  params: Record<string, string | undefined>,
): Promise<Values> {
  const path = Object.fromEntries(operation.path.map(({ arg, name }) => [arg, params[name]]))
  const query = readQuery(exchange, operation.query)
  return { ...path, ...query, ...readHeaders(exchange, operation.headers), ...(await readInput(exchange, operation)) }
}
