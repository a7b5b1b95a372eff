import type { FindingWithDismissedFlag } from './report.ts'
import type { CourseChecksResponse } from './type.ts'

/** The maximum length of the findings in an answer of the MCP tool check_course, in characters of JSON. */
const maxCheckCourseChars = 4500

type ShortFinding = {
  id: string
  level: string
  code: string
  nodeId: string
  path: string
  message: string
  fix?: true
}

/** The result of the checks as GraphQL returns it. GraphQL calls the severity of a finding `level`. */
export type GraphqlChecksResult = Pick<CourseChecksResponse, 'counts' | 'omitted'> & {
  findings: readonly (Omit<FindingWithDismissedFlag, 'severity'> & { level: string })[]
}

/**
 * Returns as many findings as fit into `maxChars` characters of JSON. `omitted` is the number of findings that do not
 * fit.
 */
export function pickFindingsThatFitInAnswer({ counts, findings, omitted }: GraphqlChecksResult, maxChars: number) {
  const shown: ShortFinding[] = []
  let chars = 0
  for (const { id, level, code, nodeId, path, message, fix } of findings) {
    const short = {
      ...{ id, level, code, nodeId, path, message },
      ...(fix && { fix: true as const }),
    }
    chars += JSON.stringify(short).length + 1
    if (chars > maxChars) break
    shown.push(short)
  }
  return { counts, findings: shown, omitted: omitted + findings.length - shown.length }
}

/**
 * Converts a result of the checks to the answer of the MCP tool check_course, with as many findings as fit into
 * `maxCheckCourseChars`.
 */
export const makeCheckCourseToolAnswer = (result: unknown): Record<string, unknown> =>
  pickFindingsThatFitInAnswer(result as GraphqlChecksResult, maxCheckCourseChars)
