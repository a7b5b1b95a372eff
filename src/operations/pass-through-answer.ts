import type { McpToolAnswerFormat } from './operation.ts'

/**
 * Makes the format of an MCP tool that returns its result unchanged. The JSON Schema is short to save tokens in each
 * conversation.
 */
export const makePassThroughAnswerFormat = (properties: Record<string, object>): McpToolAnswerFormat => ({
  schema: { type: 'object', properties, required: Object.keys(properties) },
  make: (result) => result as Record<string, unknown>,
})
