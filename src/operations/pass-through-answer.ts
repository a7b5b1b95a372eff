import type { McpToolAnswerFormat } from './operation.ts'

/**
 * Makes the answer format of an MCP tool that returns the result of its operation unchanged. The JSON Schema of the
 * answer is short, to save tokens in each conversation.
 */
export const makePassThroughAnswerFormat = (properties: Record<string, object>): McpToolAnswerFormat => ({
  schema: { type: 'object', properties, required: Object.keys(properties) },
  make: (result) => result as Record<string, unknown>,
})
