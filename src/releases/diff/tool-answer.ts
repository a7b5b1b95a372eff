import { omittedChangeCountSchema, shortenTreeChanges } from '../../courses/tree/tool-answer.ts'
import type { McpToolAnswerFormat } from '../../operations/operation.ts'

const valuesSelection = 'values { path before after }'

/**
 * The GraphQL selection set of a comparison for MCP tools. The selection leaves out `words`, because language models
 * compare `before` and `after` themselves.
 */
export const courseDiffSelectionSetForTools = `{ counts { added removed changed moved } changes { kind nodeId name path change isMoved ${valuesSelection} } isComplete }`

/**
 * Makes the format of an MCP tool that returns the result of its operation unchanged. The JSON Schema of the answer is
 * short, because a language model reads the schemas of all tools in each conversation.
 * @param properties the JSON Schemas of the fields of the answer, by field name
 */
export const makeAnswerFormatWithShortSchema = (properties: Record<string, object>): McpToolAnswerFormat => ({
  schema: { type: 'object', properties, required: Object.keys(properties) },
  make: (result) => result as Record<string, unknown>,
})

const list = { type: 'array', items: { type: 'object' } }

export const answerFormatOfCompareReleasesTool = makeAnswerFormatWithShortSchema({
  counts: { type: 'object' },
  changes: list,
  isComplete: { type: 'boolean' },
})

const restored = makeAnswerFormatWithShortSchema({
  course: { type: 'object' },
  changes: list,
  counts: { type: 'object' },
  frozen: { type: ['object', 'null'] },
})

export const answerFormatOfRestoreReleaseTool: McpToolAnswerFormat = {
  schema: { ...restored.schema, properties: { ...restored.schema.properties, leftOut: omittedChangeCountSchema } },
  make: shortenTreeChanges,
}
