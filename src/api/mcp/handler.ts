import { readRequestBodyText } from '../../http/body.ts'
import type { Endpoint, Exchange } from '../../http/exchange.ts'
import { sendAllowedMethods } from '../../http/read-methods.ts'
import { assertAccess, hasAccess } from '../../identity/access.ts'
import type { Caller } from '../../identity/caller.ts'
import type { MasterKeyAuthenticator } from '../../identity/master-key.ts'
import type { OperationCatalogue } from '../../operations/catalogue.ts'
import type { Services } from '../../operations/context.ts'
import type { OperationDocumentGenerator } from '../../operations/document.ts'
import { makeDocumentRunner } from '../../operations/execution/execute.ts'
import type { SchemaExecutor } from '../../operations/execution/schema-executor.ts'
import type { McpInstructionsAndPrompts } from '../../operations/mcp-prompt.ts'
import { defaultMaxBodyBytes } from '../../operations/operation.ts'
import { type ApiError, makeInvalidRequestError } from '../../platform/errors.ts'
import type { Broadcast } from '../../platform/redis/broadcast.ts'
import type { SetMasterKeyWorkspace } from './call.ts'
import { makeInFlightCallTracker } from './in-flight-calls.ts'
import { makeOriginGuard } from './origin-guard.ts'
import type { OAuthProtectedResource } from './protected-resource.ts'
import { makeResourceCatalogue } from './resource-catalogue.ts'
import { sendRpcError } from './rpc-error.ts'
import { makeMcpServer } from './server.ts'
import { getWorkspaceIdFromUrl, listScopesOfTools, makeMcpTools, workspaceArgumentName } from './tools.ts'
import { getToolsetsFromUrl, getToolsetsFromUrlOrDefault } from './toolsets.ts'
import { handleMcpMessage } from './transport.ts'

/**
 * Returns whether the method is POST. Refuses methods that MCP uses only for sessions and for streams that the server
 * starts.
 */
function hasMessage(exchange: Exchange): boolean {
  if (exchange.req.method === 'POST') return true
  sendAllowedMethods(exchange, 'POST, OPTIONS')
  return false
}

type Parts = {
  master: MasterKeyAuthenticator
  broadcast: Broadcast
  guide: McpInstructionsAndPrompts
  protectedResource: OAuthProtectedResource
}

/**
 * Makes the handler of `/mcp`, which implements MCP's Streamable HTTP without sessions. Any process can answer any
 * request.
 */
export function makeMcpHandler(
  { operations }: OperationCatalogue,
  { documentFor }: OperationDocumentGenerator,
  executor: SchemaExecutor,
  services: Services,
  { master, broadcast, guide, protectedResource }: Parts,
): Endpoint {
  const mustHaveAllowedOrigin = makeOriginGuard(services.config)
  const run = makeDocumentRunner(executor, services, 'mcp')
  const { onInternalError } = services
  const tools = makeMcpTools(operations)
  const resources = makeResourceCatalogue(operations)
  const inFlightCalls = makeInFlightCallTracker(broadcast)
  const largeToolOperations = operations.filter(({ tool, maxBodyBytes }) => tool && maxBodyBytes > defaultMaxBodyBytes)

  /** Returns how many bytes a request body may have: the largest limit of all tools that the caller may use. */
  function getMaxReadBytes(caller: Caller): number {
    const allowed = largeToolOperations.filter(({ access }) => hasAccess(access, { caller, api: 'mcp' }))
    return Math.max(defaultMaxBodyBytes, ...allowed.map(({ maxBodyBytes }) => maxBodyBytes))
  }

  /**
   * Returns what a 413 error advises the client to do: send a smaller request, or use a tool that accepts larger
   * requests.
   */
  function adviceOnBodySize(maxBytes: number): string {
    const split = 'Split it into several requests.'
    const large = largeToolOperations.filter(({ maxBodyBytes }) => maxBodyBytes > maxBytes)
    if (large.length === 0) return split
    const names = [...new Set(large.map(({ tool }) => tool?.name))].join(' and ')
    const largest = Math.max(...large.map(({ maxBodyBytes }) => maxBodyBytes))
    return `${split} Only calls of ${names} may have ${largest.toLocaleString('en')} bytes.`
  }

  const enterWorkspace: SetMasterKeyWorkspace = async (exchange, workspaceId) => {
    if (exchange.caller.kind !== 'master') return
    const fixed = getWorkspaceIdFromUrl(exchange)
    if (fixed !== undefined && workspaceId !== undefined && workspaceId !== fixed)
      throw makeInvalidRequestError([
        {
          path: workspaceArgumentName,
          message: 'must be left out, because the address of this server names a workspace',
        },
      ])
    exchange.caller = await master.enterWorkspace(fixed ?? workspaceId)
  }

  return {
    isAuthenticatedAndCounted: true,
    masterKey: master,
    accessTokens: protectedResource.accessTokens,
    sendError: (exchange, error) => {
      const scopes = listScopesOfTools(tools, getToolsetsFromUrlOrDefault(exchange))
      sendRpcError(exchange, protectedResource.withChallenge(exchange, error, scopes))
    },
    handle: async (exchange) => {
      exchange.route = '/mcp'
      mustHaveAllowedOrigin(exchange)
      assertAccess('authenticated', { caller: exchange.caller, api: 'mcp' })
      if (!hasMessage(exchange)) return
      getToolsetsFromUrl(exchange)
      const maxBytes = getMaxReadBytes(exchange.caller)
      const body = await readRequestBodyText(exchange, maxBytes, adviceOnBodySize(maxBytes))
      let missingScope: ApiError | undefined
      await handleMcpMessage(
        exchange,
        body,
        makeMcpServer(exchange, {
          tools,
          documentFor,
          onInternalError,
          resources,
          run,
          enterWorkspace,
          inFlightCalls,
          guide,
          onMissingScope: (error) => {
            missingScope = error
          },
        }),
        () => missingScope,
      )
    },
  }
}
