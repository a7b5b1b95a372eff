import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { formatErrorBody } from '../../http/send.ts'
import type { ApiError } from '../../platform/errors.ts'
import type { ToolOperation } from './tool-operations.ts'

const textOf = (text: string): CallToolResult['content'] => [{ type: 'text', text }]

/** The maximum number of warnings in a tool result. */
const maxWarnings = 20

/**
 * Converts an operation's result to a tool result. If the tool has the setting `text`, the tool result is the text of
 * the result field with this name. Otherwise, the tool result has structured content.
 */
export function makeToolResult({ tool, isList }: ToolOperation, value: unknown, input: unknown): CallToolResult {
  if (tool.text !== undefined) return { content: textOf(String((value as Record<string, unknown>)[tool.text])) }
  const fields = (isList ? { items: value } : value) as Record<string, unknown>
  const warnings = tool.findWarnings?.(input, value).slice(0, maxWarnings)
  const structuredContent = { ...(tool.answer?.make(fields) ?? fields), ...(warnings && { warnings }) }
  return { structuredContent, content: textOf(JSON.stringify(structuredContent)) }
}

/**
 * Returns an error as a tool result that the model can read. The error has the format of REST errors (section 7 of the
 * REST specification).
 */
export const makeToolErrorResult = (error: ApiError): CallToolResult => ({
  isError: true,
  content: textOf(formatErrorBody(error)),
})
