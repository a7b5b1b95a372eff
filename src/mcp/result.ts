import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { ApiError } from '../errors.ts'
import { envelopeOf } from '../http/exchange.ts'
import type { Operation } from './operations.ts'

const textOf = (text: string): CallToolResult['content'] => [{ type: 'text', text }]

/** What an operation answered, as a tool gives it: structured, and the same as text; or its text alone. */
export function resultOf({ tool, isList }: Operation, value: unknown): CallToolResult {
  if (tool.text !== undefined) return { content: textOf(String((value as Record<string, unknown>)[tool.text])) }
  const structuredContent = (isList ? { items: value } : value) as Record<string, unknown>
  return { structuredContent, content: textOf(JSON.stringify(structuredContent)) }
}

/** A refusal, which the model is to read: the envelope of specification section 7, as on the other faces. */
export const refusalResult = (error: ApiError): CallToolResult => ({
  isError: true,
  content: textOf(envelopeOf(error)),
})
