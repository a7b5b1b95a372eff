import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  isJSONRPCRequest,
  type JSONRPCMessage,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { rpcErrorCodes } from './rpc-error.ts'

const requestSchemas = [
  InitializeRequestSchema,
  ListToolsRequestSchema,
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  ListPromptsRequestSchema,
  GetPromptRequestSchema,
]
const schemaByMethod = new Map<string, (typeof requestSchemas)[number]>(
  requestSchemas.map((schema) => [schema.shape.method.value, schema]),
)

const typeNames = new Map([
  ['object', 'an object'],
  ['record', 'an object'],
  ['string', 'a string'],
])

const maxProblems = 5

/** Returns what is wrong with the `params` of a request, or undefined. */
function findParamsProblem(message: JSONRPCMessage): string | undefined {
  if (!isJSONRPCRequest(message)) return undefined
  const issues = schemaByMethod.get(message.method)?.safeParse(message).error?.issues
  const problems = issues?.slice(0, maxProblems).map((issue) => {
    const type = issue.code === 'invalid_type' ? typeNames.get(issue.expected) : undefined
    return `${issue.path.join('.')}: ${type ? `must be ${type}` : 'is not valid'}`
  })
  return problems?.join('; ')
}

/**
 * Patches a connected transport: invalid `params` get the right JSON-RPC error. The SDK would send an internal error.
 */
export function patchTransportToRejectInvalidParams(transport: Transport): void {
  const { onmessage } = transport
  const handle: typeof onmessage = (message, extra) => {
    const problem = findParamsProblem(message)
    if (problem === undefined || !isJSONRPCRequest(message)) return onmessage?.(message, extra)
    const error = { code: rpcErrorCodes.invalidParams, message: problem }
    void transport.send({ jsonrpc: '2.0', id: message.id, error })
  }
  transport.onmessage = handle
}
