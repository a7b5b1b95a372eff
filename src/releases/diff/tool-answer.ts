import type { ToolAnswer } from '../../operations/operation.ts'

const valuesSelection = 'values { path before after }'

/** What the MCP tools read of a comparison. Agents see the values before and after, but no word changes. */
export const diffToolSelection = `{ counts { added removed changed moved } changes { kind nodeId name path change isMoved ${valuesSelection} } isComplete }`

/**
 * Makes the answer of a tool with a short JSON Schema, because the schemas of all tools are in every conversation.
 * @param properties the members of the answer, each with its JSON Schema
 */
export const makeToolAnswerWithBriefSchema = (properties: Record<string, object>): ToolAnswer => ({
  schema: { type: 'object', properties, required: Object.keys(properties) },
  make: (result) => result as Record<string, unknown>,
})

const list = { type: 'array', items: { type: 'object' } }

export const diffToolAnswer = makeToolAnswerWithBriefSchema({
  counts: { type: 'object' },
  changes: list,
  isComplete: { type: 'boolean' },
})

export const restoreToolAnswer = makeToolAnswerWithBriefSchema({
  course: { type: 'object' },
  changes: list,
  counts: { type: 'object' },
  frozen: { type: ['object', 'null'] },
})

export const publishToolAnswer = makeToolAnswerWithBriefSchema({
  release: { type: ['object', 'null'] },
  isNew: { type: 'boolean' },
  confirm: { type: 'string' },
  diff: { type: ['object', 'null'] },
})
