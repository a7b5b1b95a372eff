import {
  GraphQLBoolean,
  GraphQLID,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { hasRequestBody, makeBodyTooLargeError, parseRequestMediaType, readRequestBodyText } from '../../http/body.ts'
import type { Exchange } from '../../http/exchange.ts'
import { isHeaderRepeated } from '../../http/repeated-header.ts'
import { isJsonObject } from '../../operations/json-object.ts'
import { defaultMaxBodyBytes } from '../../operations/operation.ts'
import { formatUnknownFieldMessage } from '../../operations/unknown-field.ts'
import {
  ApiError,
  type InvalidField,
  makeInvalidRequestError,
  maxReportedInvalidFields,
} from '../../platform/errors.ts'
import { waitForTurnIfTextIsLong } from '../../platform/event-loop-turns.ts'
import { parseClientJson } from '../../platform/json-error.ts'
import type { BodySizeAdviceWriter } from './body-size.ts'
import { parseIfMatchVersions } from './if-match.ts'
import { includeParameterName } from './include.ts'
import { removeReadOnlyMembers } from './read-only-members.ts'
import type { Route } from './routes.ts'

type Values = Record<string, unknown>

const bad = (message: string) => new ApiError('invalid_request', message)

/**
 * Converts the text of a query parameter to its GraphQL type. Returns invalid text unchanged, which GraphQL refuses
 * later.
 */
function convert(text: string, type: GraphQLInputType): unknown {
  const inner = getNullableType(type)
  if (inner === GraphQLInt && /^-?\d+$/.test(text)) return Number(text)
  if (inner === GraphQLBoolean && (text === 'true' || text === 'false')) return text === 'true'
  if (isListType(inner))
    return text.split(',').flatMap((entry) => (entry.trim() === '' ? [] : [convert(entry.trim(), inner.ofType)]))
  return text
}

/**
 * Converts a parameter of the path to a number if its type is `Int`. Text that is not a number becomes 0. No record has
 * the number 0, so the service then answers 404.
 */
function convertPathParameter(text: string, type: GraphQLInputType): unknown {
  if (getNullableType(type) !== GraphQLInt) return text
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}

/** Reads the query string. Unknown parameters and repeated parameters are errors. */
function readQuery({ query }: Exchange, { query: known, includable }: Route): Values {
  const values: Values = {}
  if (query === '') return values
  const names = known.map(({ name }) => name).concat(includable.length > 0 ? includeParameterName : [])
  const seen = new Set<string>()
  const problems: InvalidField[] = []
  for (const [name, text] of new URLSearchParams(query)) {
    const parameter = known.find((candidate) => candidate.name === name)
    if (!names.includes(name)) {
      problems.push({
        path: name,
        message: names.length
          ? `is not a parameter; known are ${names.join(', ')}`
          : 'is not a parameter of this route',
      })
    } else if (seen.has(name)) {
      problems.push({ path: name, message: 'must occur once' })
    } else if (parameter) {
      const { argument, values: known } = parameter
      if (known && !Object.hasOwn(known, text))
        problems.push({ path: name, message: `must be one of ${Object.keys(known).join(', ')}` })
      else values[argument.name] = known ? known[text] : convert(text, argument.type)
    }
    seen.add(name)
  }
  if (problems.length > 0) throw makeInvalidRequestError(problems)
  return values
}

/**
 * Returns an error for each unknown field of a body. The fields of the body become GraphQL variables, and GraphQL would
 * ignore an unknown variable.
 */
function unknownFields(body: Values, type: GraphQLInputType): InvalidField[] {
  const bodyType = getNullableType(type)
  const known = isInputObjectType(bodyType) ? bodyType.getFields() : {}
  const unknown = Object.keys(body).filter((name) => !Object.hasOwn(known, name))
  return unknown.map((path, index) => ({ path, message: formatUnknownFieldMessage(bodyType, path, index === 0) }))
}

/** For each input type, the fields that `collectWrongTypes` must check: IDs, lists and input objects. */
const strictFields = new WeakMap<GraphQLInputObjectType, GraphQLInputField[]>()

const isStrict = (type: GraphQLInputType): boolean => {
  const inner = getNullableType(type)
  return inner === GraphQLID || isListType(inner) || isInputObjectType(inner)
}

function strictFieldsOf(type: GraphQLInputObjectType): GraphQLInputField[] {
  const fields = strictFields.get(type) ?? Object.values(type.getFields()).filter((field) => isStrict(field.type))
  strictFields.set(type, fields)
  return fields
}

/** Adds an error to `problems` for each value of a wrong type that GraphQL would coerce, such as a number for an ID. */
function collectWrongTypes(
  value: unknown,
  type: GraphQLInputType,
  path: (string | number)[],
  // All recursive calls share `problems`, because a course tree has tens of thousands of values.
  problems: InvalidField[],
): void {
  if (value == null || problems.length >= maxReportedInvalidFields) return
  const inner = getNullableType(type)
  const addInside = (name: string | number, child: unknown, childType: GraphQLInputType) => {
    path.push(name)
    collectWrongTypes(child, childType, path, problems)
    path.pop()
  }
  if (inner === GraphQLID && typeof value !== 'string')
    problems.push({ path: path.join('.'), message: 'must be a string' })
  else if (isListType(inner)) {
    if (!Array.isArray(value)) problems.push({ path: path.join('.'), message: 'must be a list' })
    else for (const [index, one] of value.entries()) addInside(index, one, inner.ofType)
  } else if (isInputObjectType(inner))
    for (const { name, type } of strictFieldsOf(inner)) addInside(name, (value as Values)[name], type)
}

/** The media types that a 415 names. Other types that end in `+json` are read in the same way (RFC 6839, section 3.1). */
export const acceptedBodyTypes = 'application/json, application/merge-patch+json'

const isJsonType = (type: string) => /^application\/(?:[\w.!#$&^-]+\+)?json$/.test(type)

/**
 * Reads the body of a write whose route takes no body. Accepts an empty object, because some clients always send one.
 */
async function readUnneededBody(exchange: Exchange): Promise<Values> {
  if (!hasRequestBody(exchange)) return {}
  if (!isJsonType(parseRequestMediaType(exchange))) return {}
  const text = await readRequestBodyText(exchange, defaultMaxBodyBytes)
  const parsed = text.trim() === '' ? { value: {} } : parseClientJson(text)
  if ('problem' in parsed) throw bad(`The request body is not JSON: ${parsed.problem}.`)
  if (!isJsonObject(parsed.value)) throw bad('This route takes no body, or an empty JSON object.')
  // A client that sends fields expects an effect, so fields are refused.
  const names = Object.keys(parsed.value).slice(0, maxReportedInvalidFields)
  if (names.length > 0)
    throw makeInvalidRequestError(names.map((path) => ({ path, message: 'is not a field; this route takes no body' })))
  return {}
}

/** Reads a JSON body as GraphQL arguments. If `body.isInput` is true, the whole body is the argument `input`. */
async function readInput(
  exchange: Exchange,
  { body, maxBodyBytes, largeBodyField, readOnly, rest }: Route,
  adviseOnBodySize: BodySizeAdviceWriter,
): Promise<Values> {
  if (!body) return readUnneededBody(exchange)
  if (!hasRequestBody(exchange)) throw bad('The request needs a body: a JSON object.')
  if (!isJsonType(parseRequestMediaType(exchange))) {
    exchange.req.resume()
    // RFC 5789, section 2.2, and RFC 9110, section 15.5.16.
    const headers = { [rest.method === 'PATCH' ? 'Accept-Patch' : 'Accept']: acceptedBodyTypes }
    throw new ApiError('invalid_request', 'Send the body as Content-Type: application/json.', { status: 415, headers })
  }
  const text = await readRequestBodyText(exchange, maxBodyBytes, adviseOnBodySize(maxBodyBytes))
  if (text.trim() === '') throw bad('The request needs a body: a JSON object.')
  const parsed = parseClientJson(text)
  await waitForTurnIfTextIsLong(text)
  const sent = 'value' in parsed ? parsed.value : undefined
  const input = readOnly ? removeReadOnlyMembers(sent, readOnly) : sent
  if (
    largeBodyField &&
    Buffer.byteLength(text) > defaultMaxBodyBytes &&
    !(isJsonObject(input) && largeBodyField in input)
  )
    throw makeBodyTooLargeError(defaultMaxBodyBytes, adviseOnBodySize(defaultMaxBodyBytes))
  if ('problem' in parsed) throw bad(`The request body is not JSON: ${parsed.problem}.`)
  if (!isJsonObject(input)) throw bad('The request body must be a JSON object.')
  const wrongTypes: InvalidField[] = []
  collectWrongTypes(input, body.type, [], wrongTypes)
  const problems = [...(body.isInput ? [] : unknownFields(input, body.type)), ...wrongTypes]
  if (problems.length > 0) throw makeInvalidRequestError(problems)
  await waitForTurnIfTextIsLong(text)
  return body.isInput ? { input } : input
}

function readHeaders({ req }: Exchange, { headers, rest }: Route): Values {
  const values: Values = {}
  for (const { argument, name } of headers) {
    const sent = req.headers[name.toLowerCase()]
    if (sent === undefined) continue
    // Only `If-Match` may be repeated, because its value is a list (RFC 9110, section 13.1.1).
    // Node silently joins or drops the values of other repeated headers.
    if (argument.name !== 'expectedVersion' && isHeaderRepeated(req, name.toLowerCase()))
      throw makeInvalidRequestError([{ path: name, message: 'must be sent only once' }])
    const value =
      argument.name === 'expectedVersion' ? parseIfMatchVersions(String(sent), rest.etag === 'hash')[0] : String(sent)
    // The header `If-Match: *` names no version, so the GraphQL variable `expectedVersion` is left out.
    if (value !== undefined) values[argument.name] = value
  }
  return values
}

/**
 * Returns the GraphQL variables of a REST request.
 * @throws ApiError `invalid_request`, with status 413 for a large body, or 415 for a body that is not JSON
 */
export async function readGraphqlVariables(
  exchange: Exchange,
  route: Route,
  params: Record<string, string | undefined>,
  adviseOnBodySize: BodySizeAdviceWriter,
): Promise<Values> {
  const values: Values = {}
  for (const { argument, name } of route.path)
    values[argument.name] = convertPathParameter(params[name]!, argument.type)
  Object.assign(values, readQuery(exchange, route), readHeaders(exchange, route))
  // The body of a GET request has no meaning (RFC 9110, section 9.3.1), so it is not read.
  return route.rest.method === 'GET' ? values : { ...values, ...(await readInput(exchange, route, adviseOnBodySize)) }
}
