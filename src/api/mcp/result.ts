import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { formatErrorBody } from '../../http/send.ts'
import type { ApiError } from '../../platform/errors.ts'
import type { ToolOperation } from './tool-operations.ts'

const textOf = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

/** The maximum number of warnings in a tool result. */
const maxWarnings = 20

/** Returns the warnings about a written content: first what the service does not read, then what is unfinished. */
function listWarnings({ tool, rest }: ToolOperation, input: unknown, value: unknown) {
  if (!tool.findWarnings) return undefined
  const unread = rest?.findWarnings?.(input, value) ?? []
  return [...unread, ...tool.findWarnings(input, value)].slice(0, maxWarnings)
}

/**
 * Converts an operation's result to a tool result. If the tool has the setting `text`, the tool result is the text of
 * the result field with this name. Otherwise, the text is JSON. It is not repeated as structured content, because both
 * would take up the context of an agent.
 */
export function makeToolResult(operation: ToolOperation, value: unknown, input: unknown): CallToolResult {
  const { tool, isList } = operation
  if (tool.text !== undefined) return textOf(String((value as Record<string, unknown>)[tool.text]))
  const fields = (isList ? { items: value } : value) as Record<string, unknown>
  const warnings = listWarnings(operation, input, value)
  return textOf(JSON.stringify({ ...(tool.makeAnswer?.(fields) ?? fields), ...(warnings && { warnings }) }))
}

/**
 * Returns an error as a tool result that the model can read. The error has the format of REST errors (section 7 of the
 * REST specification).
 */
export const makeToolErrorResult = (error: ApiError): CallToolResult => ({
  isError: true,
  ...textOf(formatErrorBody(error)),
})
