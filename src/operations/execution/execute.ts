import type { ExecutionResult, GraphQLError } from 'graphql'
import { getResponseAbortSignal } from '../../http/abort-signal.ts'
import type { Exchange } from '../../http/exchange.ts'
import { getTenantIdForLimits } from '../../http/tenant-id-for-limits.ts'
import { isErrorCode } from '../../platform/error-codes.ts'
import { type ApiError, extractApiError, makeInternalError, renameFieldsInError } from '../../platform/errors.ts'
import { type ApiName, makeGraphQLContext, type Services } from '../context.ts'
import type { MemberOptions } from '../member-options.ts'
import { parseAndValidateDocument, runQueryOrMutation } from './run-operation.ts'
import type { SchemaExecutor } from './schema-executor.ts'

type ApiRequest = Pick<
  Exchange,
  'requestId' | 'caller' | 'ipAddress' | 'limit' | 'headers' | 'log' | 'req' | 'res' | 'hasChanged'
>
type Values = Record<string, unknown>

type Named = {
  /** The name of the root field. */
  name: string
  /**
   * The REST or MCP names of the arguments. The keys of the map are the GraphQL names. Error messages use the REST or
   * MCP names.
   */
  names: ReadonlyMap<string, string>
}

type RunOptions = {
  /** Aborts when the client cancels the request. */
  cancelled?: AbortSignal | undefined
  isStrict?: boolean | undefined
  memberOptions?: MemberOptions | undefined
}

/** Makes the function that runs GraphQL documents for REST or MCP. The same plug-ins apply as for GraphQL requests. */
export function makeDocumentRunner(executor: SchemaExecutor, services: Services, api: ApiName) {
  return async function run(
    request: ApiRequest,
    source: string,
    variableValues: Values,
    { cancelled, isStrict, memberOptions }: RunOptions = {},
  ) {
    const { requestId, caller, limit, headers: responseHeaders, log } = request
    const abortSignal = () =>
      cancelled ? AbortSignal.any([cancelled, getResponseAbortSignal(request)]) : getResponseAbortSignal(request)
    const tenantId = getTenantIdForLimits(request)
    const ifNoneMatch = request.req.headers['if-none-match']
    const own = { api, requestId, caller, tenantId, ifNoneMatch, limit, responseHeaders, log, abortSignal }
    const context = makeGraphQLContext(services, { ...own, isStrict, memberOptions })
    const { result } = await runQueryOrMutation(executor, context, { query: source, variables: variableValues })
    request.hasChanged ||= context.notes.hasChanged
    const { replayed = false, caching, serializedBody, variables } = context.notes
    if (serializedBody && services.log.isLevelEnabled('debug')) log().debug({ serializer: 'stored' }, 'result')
    return { result, replayed, caching, serializedBody, input: variables?.input }
  }
}

/**
 * Makes the function that starts a GraphQL subscription. The function throws an error if the subscription cannot start.
 * The subscription ends when the client disconnects.
 */
export function makeSubscriptionStarter(executor: SchemaExecutor, services: Services, api: ApiName) {
  return async function subscribe(
    request: ApiRequest,
    operation: Named,
    source: string,
    variableValues: Values,
  ): Promise<AsyncIterableIterator<ExecutionResult>> {
    const { requestId, caller, limit, headers: responseHeaders, log } = request
    const context = makeGraphQLContext(services, {
      api,
      requestId,
      caller,
      tenantId: getTenantIdForLimits(request),
      limit,
      responseHeaders,
      log,
      abortSignal: () => getResponseAbortSignal(request),
    })
    const enveloped = executor.yoga.getEnveloped(context)
    const { schema, subscribe: begin, contextFactory } = enveloped
    const prepared = parseAndValidateDocument(executor, enveloped, context, source)
    if ('problems' in prepared) throw prepared.problems[0]
    const { document } = prepared
    const events = await begin({ schema, document, contextValue: await contextFactory(), variableValues })
    if (Symbol.asyncIterator in events) return events as AsyncIterableIterator<ExecutionResult>
    const [error] = (events as ExecutionResult).errors ?? []
    const isOurs = error?.path === undefined && isErrorCode(String(error?.extensions.code))
    throw isOurs && error ? renamedError(error, operation) : (error?.originalError ?? error ?? makeInternalError())
  }
}

export type DocumentRunner = ReturnType<typeof makeDocumentRunner>

const inputPrefix = 'input.'

/**
 * Replaces the GraphQL names of arguments in an error with their REST or MCP names. The path of a field of `input`
 * loses the prefix `input.`.
 */
const renamedError = (error: GraphQLError, { names }: Named): ApiError =>
  renameFieldsInError(extractApiError(error), (path) =>
    path.startsWith(inputPrefix) ? path.slice(inputPrefix.length) : (names.get(path) ?? path),
  )

/**
 * Returns the value of an operation's only root field.
 * @throws ApiError the first error of the result, if the result has errors
 */
export function getRootFieldValueOrThrow({ errors, data }: ExecutionResult, operation: Named): unknown {
  const [error] = errors ?? []
  if (error) throw renamedError(error, operation)
  return (data as Values)[operation.name]
}
