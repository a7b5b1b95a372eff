import type { Exchange } from '../../http/exchange.ts'
import { sendJsonText } from '../../http/send.ts'
import type { ApiError } from '../../platform/errors.ts'

/** The error codes of JSON-RPC and MCP. */
export const rpcErrorCodes = {
  invalidRequest: -32600,
  invalidParams: -32602,
  internalError: -32603,
  refused: -32000,
  resourceNotFound: -32002,
} as const

/**
 * A JSON-RPC error. The class `McpError` of the MCP SDK is unsuitable, because `McpError` repeats the code in the
 * message.
 */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  readonly data: Record<string, unknown> | undefined

  constructor(code: keyof typeof rpcErrorCodes, message: string, data?: Record<string, unknown>) {
    super(message)
    this.code = rpcErrorCodes[code]
    this.data = data
  }
}

/**
 * Sends an error that occurred before a tool ran. The response has the HTTP status of the error, and a JSON-RPC error
 * with the API's error code.
 */
export function sendRpcError(exchange: Exchange, error: ApiError): void {
  const { status, message, code, details, headers } = error
  const rpcError = {
    code: rpcErrorCodes[status === 400 ? 'invalidRequest' : 'refused'],
    message,
    data: { code, details },
  }
  sendJsonText(exchange, status, JSON.stringify({ jsonrpc: '2.0', id: null, error: rpcError }), headers)
}
