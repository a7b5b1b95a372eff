import { makeYieldToEventLoop } from '../../courses/tree/yield-often.ts'
import { truncateText } from '../../platform/text.ts'
import { deadLinkCheckDefinition } from '../checks.ts'
import { type Finding, makeFindingsFromProblems, type ProblemWithCheck } from '../finding.ts'
import { makeLessonFieldHashersById } from '../finding-id.ts'
import type { CourseForChecks } from '../model/course.ts'
import { collectExternalLinks, type ExternalUrlWithPlaces } from './collect.ts'
import { type DeadLinkReason, deadLinkReasons } from './request.ts'

const maxUrlChars = 300

/** Returns the problems of a dead link: one for each place where the link occurs. */
export const makeDeadLinkProblems = (
  { url, places }: ExternalUrlWithPlaces,
  reason: DeadLinkReason,
): ProblemWithCheck[] =>
  places.map(({ nodeId, path }) => ({
    check: deadLinkCheckDefinition,
    problem: {
      kind: 'block',
      nodeId,
      path,
      message: `The link to ${truncateText(url, maxUrlChars)} is dead: ${reason}. Correct or remove it.`,
    },
  }))

/**
 * Collects the external links of a course, and regularly lets other requests run. Throws an error when `signal` is
 * aborted.
 */
export function collectExternalLinksUnlessAborted(
  course: CourseForChecks,
  signal?: AbortSignal,
): Promise<ExternalUrlWithPlaces[]> {
  const yieldOften = makeYieldToEventLoop()
  return collectExternalLinks(course, async () => {
    await yieldOften()
    signal?.throwIfAborted()
  })
}

/** Returns the dead-link finding with the id `findingId`, or undefined. Sends no requests. */
export async function findDeadLinkFinding(
  course: CourseForChecks,
  findingId: string,
  signal?: AbortSignal,
): Promise<Finding | undefined> {
  const links = await collectExternalLinksUnlessAborted(course, signal)
  // Without requests, the function does not know which links are dead, or for which reason.
  // So it makes a finding for each link and each possible reason, and returns the one with the id `findingId`.
  const problems = links.flatMap((link) => deadLinkReasons.flatMap((reason) => makeDeadLinkProblems(link, reason)))
  const pause = makeYieldToEventLoop()
  const findings = await makeFindingsFromProblems(course, makeLessonFieldHashersById(course), problems, pause)
  return findings.find(({ id }) => id === findingId)
}
