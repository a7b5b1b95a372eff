import type { ApiError } from '../errors.ts'
import { type Exchange, sendJson } from '../gate/exchange.ts'

/** JSON-RPC's code for a request that is none. */
const invalidRequest = -32600
/** The first of JSON-RPC's codes that are left to servers. */
const refused = -32000

/** A refusal before any tool: the truthful HTTP status, and JSON-RPC's envelope with our own code inside. */
export function refuse(exchange: Exchange, error: ApiError): void {
  const { status, message, code, details, headers } = error
  const told = { code: status === 400 ? invalidRequest : refused, message, data: { code, details } }
  sendJson(exchange, status, JSON.stringify({ jsonrpc: '2.0', id: null, error: told }), headers)
}
