import findMyWay, { type HTTPMethod } from 'find-my-way'
import { type Exchange, removeTrailingSlash } from '../../http/exchange.ts'
import { sendAllowedMethods } from '../../http/read-methods.ts'
import { findAccessError } from '../../identity/access.ts'
import type { OperationCatalogue } from '../../operations/catalogue.ts'
import type { Services } from '../../operations/context.ts'
import type { OperationDocumentGenerator } from '../../operations/document.ts'
import { makeDocumentRunner } from '../../operations/execution/execute.ts'
import type { SchemaExecutor } from '../../operations/execution/schema-executor.ts'
import { ApiError } from '../../platform/errors.ts'
import { makeResultSender } from './answer.ts'
import { makeBodySizeAdviceWriter } from './body-size.ts'
import { makeEventStreamHandler, shouldRespondWithEventStream } from './event-stream.ts'
import { runChangeWithIfMatchVersions } from './if-match.ts'
import { parseIncludeParameter } from './include.ts'
import { acceptedBodyTypes, readGraphqlVariables } from './input.ts'
import { isStrictHandlingPreferred } from './prefer.ts'
import { listRestRoutes, type Route } from './routes.ts'

const basePath = '/api/v1'

type Found = { route: Route; title: string; sendResult: ReturnType<typeof makeResultSender> }

const methods: HTTPMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Makes the handler of the REST routes that operations declare. */
export function makeRestHandler(
  catalogue: OperationCatalogue,
  documentGenerator: OperationDocumentGenerator,
  executor: SchemaExecutor,
  services: Services,
): (exchange: Exchange) => Promise<void> {
  const run = makeDocumentRunner(executor, services, 'rest')
  const answerStream = makeEventStreamHandler(executor, services, catalogue, documentGenerator)
  const router = findMyWay({ caseSensitive: true, ignoreTrailingSlash: false })
  const routes = listRestRoutes(catalogue.operations)
  const adviseOnBodySize = makeBodySizeAdviceWriter(routes)
  for (const route of routes) {
    const { method, path } = route.rest
    const found: Found = { route, title: `${method} ${basePath}${path}`, sendResult: makeResultSender(route) }
    router.on(method, basePath + path.replace(/\{(\w+)\}/g, ':$1'), () => {}, found)
  }

  /** Finds the route of a request. A path parameter must not be empty, so `/courses//order` matches no route. */
  const find = (method: HTTPMethod, path: string) => {
    const found = router.find(method, path)
    return found && !Object.values(found.params).includes('') ? found : null
  }

  const allowed = (path: string) => {
    const found = methods.filter((method) => find(method, path))
    return [...found, ...(found.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
  }

  return async function answerRest(exchange: Exchange): Promise<void> {
    const { req } = exchange
    const path = removeTrailingSlash(exchange.path)
    const method = (req.method === 'HEAD' ? 'GET' : req.method) as HTTPMethod
    const found = find(method, path)
    if (!found) {
      const allow = allowed(path)
      if (allow.length === 1) throw new ApiError('not_found', 'There is no such route; see /api/v1/openapi.json.')
      // RFC 5789, section 3.1.
      if (allow.includes('PATCH')) exchange.headers['Accept-Patch'] = acceptedBodyTypes
      return sendAllowedMethods(exchange, allow.join(', '))
    }
    const { route, title, sendResult } = found.store as Found
    exchange.route = title
    const refusal = findAccessError(route.access, { caller: exchange.caller, api: 'rest' })
    if (refusal) {
      req.resume()
      throw refusal
    }
    const isStrict = isStrictHandlingPreferred(exchange, route)
    const lists = parseIncludeParameter(exchange, route)
    const variables = await readGraphqlVariables(exchange, route, found.params, adviseOnBodySize)
    if (shouldRespondWithEventStream(exchange, route)) return answerStream(exchange, route, variables)
    const document = await (lists.length > 0
      ? documentGenerator.documentWithLists(route, lists)
      : documentGenerator.documentFor(route))
    const { result, ...notes } = await runChangeWithIfMatchVersions(exchange, route, variables, (values) =>
      run(exchange, document, values, { isStrict, memberOptions: { readOnly: route.readOnly } }),
    )
    sendResult(exchange, result, { ...notes, isVersioned: lists.length === 0 })
  }
}
