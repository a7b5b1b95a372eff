import { setTimeout as wait } from 'node:timers/promises'
import { type Finding, makeFindingsFromProblems } from '../finding.ts'
import { makeLessonFieldHashersById } from '../finding-id.ts'
import type { CourseForChecks } from '../model/course.ts'
import { type ExternalUrlWithPlaces, maxPlacesPerLink } from './collect.ts'
import { collectExternalLinksUnlessAborted, makeDeadLinkProblems } from './dead-links.ts'
import { checkLink, type LinkStatus } from './request.ts'
import { type LinkRequestPolicy, publicInternetRequestPolicy } from './request-policy.ts'

/** The maximum number of links that one link check sends requests to. */
const maxLinks = 50
/**
 * The maximum number of findings in a response. A dead link has a finding for each place in the course where it occurs.
 */
export const maxDeadLinkFindings = maxLinks * maxPlacesPerLink
/** The time, in milliseconds, after which a link check sends no further request. */
const maxMs = 35_000
const maxHostsAtOnce = 8
/** The pause between two requests to the same host, in milliseconds, so that the checks do not overload a server. */
const pauseMs = 300

type Options = { offset: number; signal?: AbortSignal; policy?: LinkRequestPolicy }
/** The result of one link check. */
export type LinkCheckResult = {
  findings: Finding[]
  /** The number of links that this link check covers, including the links that it did not reach in time. */
  checked: number
  /**
   * The number of checked links with the result `unknown`: the page may or may not exist. For example, the time limit
   * ended the check before the server answered.
   */
  unknown: number
  /** The number of links of the course that this link check has not reached. A later request can check them. */
  remaining: number
}

/** Calls `work` for each entry of a list. At most `atOnce` calls run at the same time. */
async function runAll<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const queue = all.values()
  const worker = async () => {
    for (const one of queue) await work(one)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, worker))
}

/**
 * Checks up to `maxLinks` external links of a course, with one request at a time for each host.
 * @param offset the number of links to skip
 */
export async function checkLinksOfCourse(
  course: CourseForChecks,
  { offset, signal = new AbortController().signal, policy = publicInternetRequestPolicy }: Options,
): Promise<LinkCheckResult> {
  const links = await collectExternalLinksUnlessAborted(course, signal)
  const chosen = links.slice(offset, offset + maxLinks)
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(maxMs)])
  const states = new Map<ExternalUrlWithPlaces, LinkStatus>()
  const byHost = [...Map.groupBy(chosen, ({ url }) => new URL(url).host).values()]
  await runAll(byHost, maxHostsAtOnce, async (ofHost) => {
    for (const [index, link] of ofHost.entries()) {
      if (index > 0) await wait(pauseMs, undefined, { signal: deadline }).catch(() => undefined)
      states.set(link, await checkLink(link.url, policy, deadline))
    }
  })
  signal.throwIfAborted()
  const problems = [...states].flatMap(([link, status]) =>
    status.state === 'dead' ? makeDeadLinkProblems(link, status.reason) : [],
  )
  return {
    findings: await makeFindingsFromProblems(course, makeLessonFieldHashersById(course), problems),
    checked: chosen.length,
    unknown: [...states.values()].filter(({ state }) => state === 'unknown').length,
    remaining: Math.max(0, links.length - offset - chosen.length),
  }
}
