import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Exchange } from '../../http/exchange.ts'
import { assertAccess, findAccessError } from '../../identity/access.ts'
import type { Services } from '../../operations/context.ts'
import type { OperationDocumentGenerator } from '../../operations/document.ts'
import { type DocumentRunner, getRootFieldValueOrThrow } from '../../operations/execution/execute.ts'
import type { McpInstructionsAndPrompts } from '../../operations/mcp-prompt.ts'
import { type ApiError, makeInvalidRequestError, maskError } from '../../platform/errors.ts'
import { truncateText } from '../../platform/text.ts'
import { chooseToolOperation, convertArgumentsToVariables, type ToolArguments } from './arguments.ts'
import type { InFlightCallTracker } from './in-flight-calls.ts'
import type { ResourceCatalogue } from './resource-catalogue.ts'
import { makeToolErrorResult, makeToolResult } from './result.ts'
import { RpcError } from './rpc-error.ts'
import type { ToolOperation } from './tool-operations.ts'
import { type McpToolsByName, workspaceArgumentName } from './tools.ts'

/** Sets the workspace of a caller who uses the master key. Other callers already have a workspace. */
export type SetMasterKeyWorkspace = (exchange: Exchange, workspaceId?: string) => Promise<void>

export type McpServices = {
  tools: McpToolsByName
  documentFor: OperationDocumentGenerator['documentFor']
  onInternalError: Services['onInternalError']
  resources: ResourceCatalogue
  run: DocumentRunner
  enterWorkspace: SetMasterKeyWorkspace
  inFlightCalls: InFlightCallTracker
  guide: McpInstructionsAndPrompts
  /** Called if an access token lacks a scope, so that the HTTP response can ask the client for a better one. */
  onMissingScope(error: ApiError): void
}

/**
 * An error message shows at most this many characters of a tool name, because a client can send a name of many
 * megabytes.
 */
const maxNameChars = 100

function workspaceOf(sent: ToolArguments): string | undefined {
  const workspaceId = sent[workspaceArgumentName]
  if (workspaceId === undefined || typeof workspaceId === 'string') return workspaceId
  throw makeInvalidRequestError([{ path: workspaceArgumentName, message: 'must be a string' }])
}

/**
 * Throws an ApiError if the caller may use none of the tool's operations. A caller without access gets this error even
 * if the arguments are wrong too.
 */
function mustHaveAccess(operations: readonly ToolOperation[], { caller }: Exchange): void {
  const refusals = operations.map(({ access }) => findAccessError(access, { caller, api: 'mcp' }))
  if (refusals[0] && refusals.every(Boolean)) throw refusals[0]
}

async function runTool(
  exchange: Exchange,
  { tools, documentFor, run, enterWorkspace }: McpServices,
  name: string,
  sent: ToolArguments,
  cancelSignal: AbortSignal,
) {
  const { operations } = tools.get(name)!
  const isMaster = exchange.caller.kind === 'master'
  const { [workspaceArgumentName]: _workspace, ...toolArgs } = sent
  if (isMaster) await enterWorkspace(exchange, workspaceOf(sent))
  mustHaveAccess(operations, exchange)
  const [operation, values] = chooseToolOperation(operations, isMaster ? toolArgs : sent)
  assertAccess(operation.access, { caller: exchange.caller, api: 'mcp' })
  const variables = convertArgumentsToVariables(operation, values)
  const document = await documentFor(operation, operation.selection)
  const memberOptions = { canClear: operation.tool.idempotent }
  const { result, replayed, input } = await run(exchange, document, variables, {
    cancelled: cancelSignal,
    memberOptions,
  })
  const toolResult = makeToolResult(operation, getRootFieldValueOrThrow(result, operation), input)
  return replayed ? { ...toolResult, _meta: { idempotencyReplayed: true } } : toolResult
}

/**
 * Calls an MCP tool. An error becomes a result that the model can read (MCP tools specification, "Error Handling").
 * @throws RpcError for an unknown tool
 */
export async function callTool(
  exchange: Exchange,
  services: McpServices,
  id: string | number,
  name: string,
  sent: ToolArguments,
): Promise<CallToolResult> {
  if (!services.tools.has(name))
    throw new RpcError('invalidParams', `There is no tool ${truncateText(name, maxNameChars)}.`)
  exchange.route = `/mcp ${name}`
  try {
    return await services.inFlightCalls.track(exchange, id, (signal) => runTool(exchange, services, name, sent, signal))
  } catch (thrown) {
    const error = maskError(thrown, (internal) => services.onInternalError(internal, exchange.log()))
    if (exchange.caller.kind === 'agent' && error.status === 403 && error.details.scope) services.onMissingScope(error)
    return makeToolErrorResult(error)
  }
}
