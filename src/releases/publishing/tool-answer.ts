import { type GraphqlChecksResult, pickFindingsThatFitInAnswer } from '../../checks/tool-answer.ts'

/** The GraphQL selection set of the checks in the answer of the MCP tool publish_course. */
export const checksSelectionSetForTools =
  '{ counts { error warning info dismissed } findings { id level code nodeId path message fix } omitted }'

/** The maximum length of the findings in an answer of the MCP tool publish_course, in characters of JSON. */
const maxChars = 2500

/** The maximum number of changes in an answer of the MCP tool publish_course. The counts include all changes. */
const maxChanges = 10

type Diff = { counts: object; changes: readonly object[] }

function shortenDiff({ changes, ...diff }: Diff) {
  const leftOut = changes.length - maxChanges
  return { ...diff, changes: changes.slice(0, maxChanges), ...(leftOut > 0 && { leftOut }) }
}

/**
 * Makes the answer of the MCP tool publish_course: the first changes, and as many findings as fit into `maxChars`. The
 * tools compare_releases and check_course return more.
 */
export function makePublishCourseToolAnswer(result: unknown): Record<string, unknown> {
  const { checks, diff, ...answer } = result as { checks: GraphqlChecksResult | null; diff: Diff | null }
  return {
    ...answer,
    diff: diff && shortenDiff(diff),
    checks: checks && pickFindingsThatFitInAnswer(checks, maxChars),
  }
}
