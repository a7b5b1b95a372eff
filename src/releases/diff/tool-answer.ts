import { omittedChangeCountSchema, shortenTreeChanges } from '../../courses/tree/tool-answer.ts'
import type { McpToolAnswerConverter } from '../../operations/operation.ts'

const valuesSelection = 'values { path before after }'

/**
 * The GraphQL selection set of a comparison for MCP tools. The selection leaves out `words`, because language models
 * compare `before` and `after` themselves.
 */
export const courseDiffSelectionSetForTools = `{ counts { added removed changed moved } changes { kind nodeId name path change isMoved ${valuesSelection} } isComplete }`

/**
 * Makes the answer converter of an MCP tool, with a short JSON Schema of the answer. The schema is short because the
 * schemas of all tools use up tokens in each conversation.
 * @param properties the JSON Schemas of the fields of the answer, by field name
 */
export const makeAnswerConverterWithShortSchema = (properties: Record<string, object>): McpToolAnswerConverter => ({
  schema: { type: 'object', properties, required: Object.keys(properties) },
  make: (result) => result as Record<string, unknown>,
})

const list = { type: 'array', items: { type: 'object' } }

export const answerConverterOfCompareReleasesTool = makeAnswerConverterWithShortSchema({
  counts: { type: 'object' },
  changes: list,
  isComplete: { type: 'boolean' },
})

const restored = makeAnswerConverterWithShortSchema({
  course: { type: 'object' },
  changes: list,
  counts: { type: 'object' },
  frozen: { type: ['object', 'null'] },
})

export const answerConverterOfRestoreReleaseTool: McpToolAnswerConverter = {
  schema: { ...restored.schema, properties: { ...restored.schema.properties, leftOut: omittedChangeCountSchema } },
  make: shortenTreeChanges,
}
