import { type GraphqlChecksResult, pickFindingsThatFitInAnswer } from '../../checks/tool-answer.ts'
import { makePassThroughAnswerFormat } from '../../operations/pass-through-answer.ts'

/** The GraphQL selection set of the checks in the answer of the MCP tool publish_course. */
export const checksSelectionSetForTools =
  '{ counts { error warning info dismissed } findings { id level code nodeId path message fix } omitted }'

/** The maximum length of the findings in an answer of the MCP tool publish_course, in characters of JSON. */
const maxChars = 2500

const brief = makePassThroughAnswerFormat({
  release: { type: ['object', 'null'] },
  isNew: { type: 'boolean' },
  confirm: { type: 'string' },
  diff: { type: ['object', 'null'] },
  checks: { type: ['object', 'null'] },
  passesGate: { type: ['boolean', 'null'] },
})

/**
 * The answer format of the MCP tool publish_course, with as many findings as fit into `maxChars`. The tool check_course
 * returns more.
 */
export const answerFormatOfPublishCourseTool = {
  ...brief,
  make(result: unknown) {
    const { checks, ...answer } = result as { checks: GraphqlChecksResult | null }
    return { ...answer, checks: checks && pickFindingsThatFitInAnswer(checks, maxChars) }
  },
}
