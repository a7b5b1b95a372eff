import { omittedChangeCountSchema, shortenTreeChanges } from '../../courses/tree/tool-answer.ts'
import type { McpToolAnswerFormat } from '../../operations/operation.ts'
import { makePassThroughAnswerFormat } from '../../operations/pass-through-answer.ts'

const valuesSelection = 'values { path before after }'

/**
 * The GraphQL selection set of a comparison for MCP tools. The selection leaves out `words`, because language models
 * compare `before` and `after` themselves.
 */
export const courseDiffSelectionSetForTools = `{ counts { added removed changed moved } changes { kind nodeId name path change isMoved ${valuesSelection} } isComplete }`

const list = { type: 'array', items: { type: 'object' } }

export const answerFormatOfCompareReleasesTool = makePassThroughAnswerFormat({
  counts: { type: 'object' },
  changes: list,
  isComplete: { type: 'boolean' },
})

const restored = makePassThroughAnswerFormat({
  course: { type: 'object' },
  changes: list,
  counts: { type: 'object' },
  frozen: { type: ['object', 'null'] },
})

export const answerFormatOfRestoreReleaseTool: McpToolAnswerFormat = {
  schema: { ...restored.schema, properties: { ...restored.schema.properties, leftOut: omittedChangeCountSchema } },
  make: shortenTreeChanges,
}
