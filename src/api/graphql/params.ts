import type { GraphQLParams } from '../../operations/execution/run-operation.ts'
import { isJsonObject } from '../../operations/json-object.ts'
import { ApiError } from '../../platform/errors.ts'
import { parseClientJson } from '../../platform/json-error.ts'

const bad = (message: string) => new ApiError('invalid_request', message)

/** The maximum size of a GraphQL document in bytes. Clients must send large values as variables. */
const maxDocumentBytes = 32 * 1024

const isTooLong = (document: string) =>
  document.length > maxDocumentBytes || Buffer.byteLength(document) > maxDocumentBytes

/**
 * Returns whether a request has only the hash of a persisted query. Apollo sends the document only after the error
 * PersistedQueryNotSupported.
 */
const hasOnlyQueryHash = (query: unknown, extensions: unknown) =>
  (query == null || query === '') &&
  isJsonObject(extensions) &&
  isJsonObject(extensions.persistedQuery) &&
  typeof extensions.persistedQuery.sha256Hash === 'string'

/**
 * The parameters of a GraphQL request. The value is `onlyQueryHash` if the request contains only the hash of a
 * persisted query.
 */
export type ParsedGraphQLParams = GraphQLParams | 'onlyQueryHash'

function readParams({ query, variables, operationName, extensions }: Record<string, unknown>): ParsedGraphQLParams {
  if (hasOnlyQueryHash(query, extensions)) return 'onlyQueryHash'
  if (typeof query !== 'string') throw bad('query: must be a string with the GraphQL document.')
  if (isTooLong(query))
    throw new ApiError('invalid_request', 'query: must have at most 32 KB. Send large values in variables.', {
      details: { maxBytes: maxDocumentBytes },
    })
  if (variables != null && !isJsonObject(variables)) throw bad('variables: must be an object.')
  if (operationName != null && typeof operationName !== 'string') throw bad('operationName: must be a string.')
  if (extensions != null && !isJsonObject(extensions)) throw bad('extensions: must be an object.')
  return { query, variables: variables as GraphQLParams['variables'], operationName: operationName || undefined }
}

/**
 * Returns the GraphQL parameters of a POST request (GraphQL over HTTP, section 5.4).
 * @throws ApiError `invalid_request` if the parameters are malformed
 */
export function parseGraphQLParamsFromBody(body: string): ParsedGraphQLParams {
  const parsed = parseClientJson(body)
  if ('problem' in parsed) throw bad(`The request body is not JSON: ${parsed.problem}.`)
  const sent = parsed.value
  if (!isJsonObject(sent)) throw bad('The request body must be one JSON object.')
  return readParams(sent)
}

/** Parses a parameter of the query string that contains JSON. */
function jsonOf(name: string, text: string | null): unknown {
  if (text === null || text === '') return undefined
  const parsed = parseClientJson(text)
  if ('problem' in parsed) throw bad(`${name}: is not JSON.`)
  return parsed.value
}

/**
 * Returns the GraphQL parameters of a GET request (GraphQL over HTTP, section 5.3).
 * @throws ApiError `invalid_request` if the parameters are malformed
 */
export function parseGraphQLParamsFromQuery(query: string): ParsedGraphQLParams {
  const params = new URLSearchParams(query)
  return readParams({
    query: params.get('query'),
    variables: jsonOf('variables', params.get('variables')),
    operationName: params.get('operationName'),
    extensions: jsonOf('extensions', params.get('extensions')),
  })
}
