import type { McpToolAnswerFormat } from './operation.ts'

/**
 * Makes the format of an MCP tool that returns the result of its operation unchanged. The JSON Schema of the answer is
 * short, because a language model reads the schemas of all tools in each conversation.
 * @param properties the JSON Schemas of the fields of the answer, by field name
 */
export const makePassThroughAnswerFormat = (properties: Record<string, object>): McpToolAnswerFormat => ({
  schema: { type: 'object', properties, required: Object.keys(properties) },
  make: (result) => result as Record<string, unknown>,
})
