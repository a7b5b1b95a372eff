import { makeBodyTooLargeError } from '../../http/body.ts'
import { isJsonObject } from '../../operations/json-object.ts'
import { ApiError } from '../../platform/errors.ts'
import { parseClientJson } from '../../platform/json-error.ts'

type JsonObject = Readonly<Record<string, unknown>>
export type UncheckedMcpMessage = JsonObject | unknown[] | undefined

const maxProperties = 100
const maxNameChars = 1000
/**
 * The maximum size in bytes of an MCP message that is not a tool call. Only tool calls may be larger, because their
 * arguments can contain whole courses.
 */
const maxBytes = 1_000_000

const asMap = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

/** Parses the JSON of an MCP message without checking its properties. Returns undefined for invalid JSON. */
export function parseUncheckedMcpMessage(body: string): UncheckedMcpMessage {
  const parsed = parseClientJson(body)
  return 'value' in parsed ? (parsed.value as UncheckedMcpMessage) : undefined
}

/**
 * Limits the size of an MCP message, the number of properties, and the length of ids.
 * @throws ApiError 400, or 413 for a large message that is not a tool call
 */
export function assertMcpMessageWithinLimits(message: UncheckedMcpMessage, body: string): void {
  if (!isJsonObject(message)) return
  if (message.method !== 'tools/call' && Buffer.byteLength(body) > maxBytes)
    throw makeBodyTooLargeError(maxBytes, 'Only a call of a tool may have more.')
  const params = asMap(message.params)
  const meta = asMap(params._meta)
  // The number of properties is limited, because the service loops over them. Tool arguments have their own limits.
  for (const part of [message, params, meta, asMap(params.arguments), asMap(message.result), asMap(message.error)]) {
    if (Object.keys(part).length > maxProperties)
      throw new ApiError('invalid_request', `Send at most ${maxProperties} properties in each object of a message.`)
  }
  // Ids have a limited length, because the service sends them to the client and to other processes.
  for (const name of [message.id, params.requestId, meta.progressToken]) {
    if (typeof name === 'string' && name.length > maxNameChars)
      throw new ApiError('invalid_request', `Send at most ${maxNameChars} characters in an id or a progress token.`)
  }
}
