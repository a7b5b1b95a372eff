import type { ApiError } from '../errors.ts'
import { type Exchange, sendJson } from '../http/exchange.ts'

/** JSON-RPC's own codes, and those of servers and of MCP. */
export const rpcCodes = {
  invalidRequest: -32600,
  invalidParams: -32602,
  internalError: -32603,
  refused: -32000,
  resourceNotFound: -32002,
} as const

/** An error of the protocol, as the SDK answers with it; its own `McpError` would put the code into the message. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  readonly data: Record<string, unknown> | undefined

  constructor(code: keyof typeof rpcCodes, message: string, data?: Record<string, unknown>) {
    super(message)
    this.code = rpcCodes[code]
    this.data = data
  }
}

/** A refusal before any tool: the truthful HTTP status, and JSON-RPC's envelope with our own code inside. */
export function refuse(exchange: Exchange, error: ApiError): void {
  const { status, message, code, details, headers } = error
  const told = { code: rpcCodes[status === 400 ? 'invalidRequest' : 'refused'], message, data: { code, details } }
  sendJson(exchange, status, JSON.stringify({ jsonrpc: '2.0', id: null, error: told }), headers)
}
