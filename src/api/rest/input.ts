import {
  GraphQLBoolean,
  type GraphQLInputType,
  GraphQLInt,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql'
import {
  hasRequestBody,
  makeBodyTooLargeError,
  parseRequestMediaType,
  readRequestBodyBytes,
  readRequestBodyText,
} from '../../http/body.ts'
import type { Exchange } from '../../http/exchange.ts'
import { isHeaderRepeated } from '../../http/repeated-header.ts'
import { isJsonObject } from '../../operations/json-object.ts'
import { defaultMaxBodyBytes } from '../../operations/operation.ts'
import { findMeaningOrKeep, ignoredQueryParameters, indexNames } from '../../operations/tolerances.ts'
import { formatLikelyName, formatUnknownFieldMessage } from '../../operations/unknown-field.ts'
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
import type { Route, RouteParameter } from './routes.ts'

type Values = Record<string, unknown>

const bad = (message: string) => new ApiError('invalid_request', message)

/**
 * Converts the text of a query parameter to its GraphQL type. Returns invalid text unchanged, which GraphQL refuses
 * later.
 */
function convert(text: string, type: GraphQLInputType): unknown {
  const inner = getNullableType(type)
  if (inner === GraphQLInt && /^-?\d+$/.test(text)) return Number(text)
  if (inner === GraphQLBoolean) return findMeaningOrKeep('boolean parameter', 'rest', text)
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

/** Returns the value of a query parameter, as GraphQL takes it, or the error of a text that is no value. */
function readParameter({ argument, values }: RouteParameter, text: string): { value: unknown } | { message: string } {
  if (!values) return { value: convert(text, argument.type) }
  const names = Object.keys(values)
  const name = findMeaningOrKeep('enum', 'rest', text, { names: indexNames(names) })
  return names.includes(String(name))
    ? { value: values[String(name)] }
    : { message: `must be one of ${names.join(', ')}` }
}

/** Reads the query string. Unknown parameters and repeated parameters are errors. */
function readQuery({ query }: Exchange, { query: known, includable }: Route): Values {
  const values: Values = {}
  if (query === '') return values
  const names = known.map(({ name }) => name).concat(includable.length > 0 ? includeParameterName : [])
  const seen = new Set<string>()
  const problems: InvalidField[] = []
  for (const [name, text] of new URLSearchParams(query)) {
    if (problems.length === maxReportedInvalidFields) break
    if (ignoredQueryParameters.has(name)) continue
    const parameter = known.find((candidate) => candidate.name === name)
    if (!names.includes(name)) {
      const list = names.length > 0 ? `; known are ${names.join(', ')}` : ' of this route'
      problems.push({ path: name, message: `is not a parameter${list}${formatLikelyName(name, names)}` })
    } else if (seen.has(name)) {
      problems.push({ path: name, message: 'must occur once' })
    } else if (parameter) {
      const read = readParameter(parameter, text)
      if ('message' in read) problems.push({ path: name, message: read.message })
      else values[parameter.argument.name] = read.value
    }
    seen.add(name)
  }
  if (problems.length > 0) throw makeInvalidRequestError(problems)
  return values
}

/**
 * Returns an error for each unknown field of a body whose fields become GraphQL variables, because an unknown variable has
 * no effect, or that of a path parameter.
 */
function findUnknownFields(body: Values, { type, isInput }: NonNullable<Route['body']>): InvalidField[] {
  const bodyType = getNullableType(type)
  if (isInput || !isInputObjectType(bodyType)) return []
  const unknown = Object.keys(body).filter((name) => !Object.hasOwn(bodyType.getFields(), name))
  return unknown
    .slice(0, maxReportedInvalidFields)
    .map((path, index) => ({ path, message: formatUnknownFieldMessage(bodyType, path, index === 0) }))
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
  { body, maxBodyBytes, largeBodyField, rest }: Route,
  adviseOnBodySize: BodySizeAdviceWriter,
): Promise<Values> {
  if (rest.rawBody !== undefined) {
    if (!hasRequestBody(exchange)) throw bad('The request needs a body: the bytes of the file.')
    return { [rest.rawBody]: await readRequestBodyBytes(exchange, maxBodyBytes, adviseOnBodySize(maxBodyBytes)) }
  }
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
  const input = 'value' in parsed ? parsed.value : undefined
  if (
    largeBodyField &&
    Buffer.byteLength(text) > defaultMaxBodyBytes &&
    !(isJsonObject(input) && largeBodyField in input)
  )
    throw makeBodyTooLargeError(defaultMaxBodyBytes, adviseOnBodySize(defaultMaxBodyBytes))
  if ('problem' in parsed) throw bad(`The request body is not JSON: ${parsed.problem}.`)
  if (!isJsonObject(input)) throw bad('The request body must be a JSON object.')
  const problems = findUnknownFields(input, body)
  if (problems.length > 0) throw makeInvalidRequestError(problems)
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
