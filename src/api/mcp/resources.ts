import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'
import type { Exchange } from '../../http/exchange.ts'
import { assertAccess } from '../../identity/access.ts'
import { getRootFieldValueOrThrow } from '../../operations/execution/execute.ts'
import type { ErrorCode } from '../../platform/error-codes.ts'
import { maskError } from '../../platform/errors.ts'
import { truncateText } from '../../platform/text.ts'
import type { McpServices } from './call.ts'
import type { ResourceListOperation, ResourceReadOperation } from './resource-catalogue.ts'
import { RpcError, type rpcErrorCodes } from './rpc-error.ts'

const pageSize = 50
/** The GraphQL argument `after` has the name `cursor` in MCP. Errors use the MCP name. */
const names = new Map([['after', 'cursor']])

const codes: Partial<Record<ErrorCode, keyof typeof rpcErrorCodes>> = {
  not_found: 'resourceNotFound',
  invalid_request: 'invalidParams',
  internal_error: 'internalError',
}

async function execute(
  exchange: Exchange,
  { run, enterWorkspace, documentFor, onInternalError }: McpServices,
  operation: ResourceReadOperation | ResourceListOperation,
  values: Record<string, unknown>,
) {
  try {
    await enterWorkspace(exchange)
    assertAccess(operation.access, { caller: exchange.caller, api: 'mcp' })
    const document = await documentFor(operation, operation.selection)
    const { result } = await run(exchange, document, values)
    return getRootFieldValueOrThrow(result, { name: operation.name, names })
  } catch (thrown) {
    const error = maskError(thrown, (error) => onInternalError(error, exchange.log()))
    const { code, message, details } = error
    throw new RpcError(codes[code] ?? 'refused', message, { code, details })
  }
}

type Connection = {
  edges: { node: { id: string; name: string; description: string | null } }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

/**
 * Returns one page of MCP resources. The cursor in the result is the cursor of the GraphQL connection.
 * @throws RpcError if the operation fails
 */
export async function listResources(
  exchange: Exchange,
  services: McpServices,
  after?: string,
): Promise<ListResourcesResult> {
  const [lister] = services.resources.listers
  if (!lister) return { resources: [] }
  const { uri, mimeType } = lister.resources
  const { edges, pageInfo } = (await execute(exchange, services, lister, { first: pageSize, after })) as Connection
  const resources = edges.map(({ node: { id, name, description } }) => ({
    uri: uri.replace(/\{\w+\}/, id),
    name,
    mimeType,
    ...(description !== null && { description: truncateText(description, 300) }),
  }))
  const { hasNextPage, endCursor } = pageInfo
  return { resources, ...(hasNextPage && endCursor !== null && { nextCursor: endCursor }) }
}

/**
 * Reads an MCP resource.
 * @throws RpcError `resourceNotFound` for an unknown URI and for a record that does not exist
 */
export async function readResource(
  exchange: Exchange,
  services: McpServices,
  uri: string,
): Promise<ReadResourceResult> {
  for (const reader of services.resources.readers) {
    const value = uri.slice(reader.prefix.length)
    if (!uri.startsWith(reader.prefix) || /[/?#]/.test(value)) continue
    const { args, text, mimeType } = reader.resource
    const read = (await execute(exchange, services, reader, { ...args, [reader.argument]: value })) as Record<
      string,
      unknown
    >
    return { contents: [{ uri, mimeType, text: String(read[text]) }] }
  }
  throw new RpcError('resourceNotFound', 'Resource not found.', { uri })
}
