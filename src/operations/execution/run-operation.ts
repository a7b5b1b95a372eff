import { RequestCache } from '@pothos/plugin-scope-auth'
import { type DocumentNode, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql'
import { ApiError } from '../../platform/errors.ts'
import type { GraphQLContext } from '../context.ts'
import { getMaxBodyBytesOfRequest } from './body-limit.ts'
import { removeFieldSuggestions } from './hide-field-suggestions.ts'
import { maskGraphQLError } from './plugins.ts'
import type { SchemaExecutor } from './schema-executor.ts'

/** The parameters of a GraphQL request: document, variables and operation name. */
export type GraphQLParams = { query: string; variables?: Record<string, unknown> | null; operationName?: string | null }

/**
 * The result of an operation. `ran` is false if the operation was not executed, because the document, the operation
 * name or a variable was refused.
 */
type OperationOutcome = { result: ExecutionResult; ran: boolean }

type Enveloped = ReturnType<SchemaExecutor['yoga']['getEnveloped']>

/** A valid document, or the errors of an invalid document. `isCached` is true if the document comes from a cache. */
type Prepared = { document: DocumentNode; isCached: boolean } | { problems: readonly GraphQLError[] }

/**
 * Parses and validates a document, or takes it from a cache. The cache for REST and MCP never evicts a document,
 * because these APIs use a small number of documents.
 */
export function parseAndValidateDocument(
  { documents, apiDocuments }: SchemaExecutor,
  { schema, parse, validate }: Enveloped,
  { api }: GraphQLContext,
  text: string,
): Prepared {
  const found = (api === 'graphql' ? documents : apiDocuments).get(text)
  if (found) return { document: found, isCached: true }
  const document = parsed(parse, text)
  if (document instanceof GraphQLError) return { problems: [document] }
  const problems = validate(schema, document)
  if (problems.length > 0) return { problems }
  if (api !== 'graphql') apiDocuments.set(text, document)
  return { document, isCached: false }
}

type RunOptions = {
  /** True if the request may not contain a mutation, as with the HTTP method GET. */
  readOnly?: boolean
  /** Throws an ApiError if the request body is larger than the limit of the operations in the document. */
  assertBodySize?(getMaxBytes: () => number): void
}

/**
 * Runs a query or mutation with the plug-ins that all APIs share, such as the coercion of variables, rate limits
 * and error masking.
 */
export async function runQueryOrMutation(
  executor: SchemaExecutor,
  context: GraphQLContext,
  params: GraphQLParams,
  { readOnly = false, assertBodySize }: RunOptions = {},
): Promise<OperationOutcome> {
  const enveloped = executor.yoga.getEnveloped(context)
  const { schema, contextFactory } = enveloped
  const { query, variables: variableValues, operationName } = params
  const prepared = parseAndValidateDocument(executor, enveloped, context, query)
  if ('problems' in prepared) return refused(removeFieldSuggestions(context, prepared.problems))
  const { document, isCached } = prepared
  const operation = getOperationAST(document, operationName)
  if (!operation) return refused([noOperation(operationName)])
  if (operation.operation === 'subscription') return refused([noStream()])
  if (readOnly && operation.operation === 'mutation') throw notByGet()
  assertBodySize?.(() => getMaxBodyBytesOfRequest(schema, document, operation, variableValues))
  const contextValue = await contextFactory()
  try {
    const execute = executor.execute ?? enveloped.execute
    const result = await execute({ schema, document, contextValue, variableValues, operationName })
    if (!isCached && !result.errors) cacheDocument(executor, context, query, document)
    context.notes.hasChanged = operation.operation === 'mutation'
    return { result, ran: result.data !== undefined }
  } finally {
    // The scope-auth plug-in's WeakMap would otherwise keep an entry for this request until a full garbage collection.
    RequestCache.clearForContext(contextValue)
  }
}

/** Adds the document of a GraphQL request to the cache. Documents of anonymous callers are not cached. */
function cacheDocument(
  { documents }: SchemaExecutor,
  { api, caller }: GraphQLContext,
  text: string,
  document: DocumentNode,
): void {
  if (api === 'graphql' && caller.kind !== 'anonymous') documents.add(text, document, caller.workspaceId ?? caller.kind)
}

function parsed(parse: (source: string) => DocumentNode, query: string): DocumentNode | GraphQLError {
  try {
    return parse(query)
  } catch (error) {
    if (error instanceof GraphQLError) return error
    // A deeply nested document can overflow the stack of the recursive parser before it reaches the token limit.
    if (error instanceof RangeError) return asInvalid('The document is nested too deeply.')
    throw error
  }
}

/** Returns a copy of a GraphQL error without the properties that Yoga adds for its own HTTP layer. */
const withoutHttp = (error: GraphQLError) => {
  const { nodes, source, positions, path, originalError, extensions } = maskGraphQLError(error, () => {})
  const { code, details } = extensions
  return new GraphQLError(error.message, {
    nodes,
    source,
    positions,
    path,
    originalError,
    extensions: { code, details },
  })
}
const refused = (errors: readonly GraphQLError[]): OperationOutcome => ({
  result: { errors: errors.map(withoutHttp) },
  ran: false,
})
const asInvalid = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'invalid_request', details: {} } })
const noOperation = (name?: string | null) =>
  asInvalid(name ? `The document has no operation ${name}.` : 'Name one operation of the document in operationName.')
const notByGet = () =>
  new ApiError('invalid_request', 'A mutation needs POST.', { status: 405, headers: { Allow: 'POST' } })
const noStream = () => asInvalid('A subscription needs Accept: text/event-stream.')
