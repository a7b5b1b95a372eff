import type { ToolAnswer } from '../../operations/operation.ts'

const valuesSelection = 'values { path before after }'

/**
 * The GraphQL selection set of a comparison for MCP tools. The word changes are left out, because agents compare the
 * values themselves.
 */
export const diffToolSelection = `{ counts { added removed changed moved } changes { kind nodeId name path change isMoved ${valuesSelection} } isComplete }`

/**
 * Makes a tool answer with a short JSON Schema, because the schemas of all tools use up tokens in each conversation.
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
