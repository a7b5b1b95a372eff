import { setTimeout as wait } from 'node:timers/promises'
import { makeYieldToEventLoop } from '../../courses/tree/yield-often.ts'
import { deadLinkCheck } from '../checks.ts'
import { type Finding, identifyLessons, toFindings } from '../finding.ts'
import type { CheckedCourse } from '../model/course.ts'
import { collectLinks, type ExternalLink, maxPlacesOfLink } from './collect.ts'
import { checkLink, type LinkStatus } from './request.ts'
import { publicRequestPolicy, type RequestPolicy } from './request-policy.ts'

/** The maximum number of links that one link check sends requests to. */
const maxLinks = 50
/** The maximum number of places of dead links in a response. */
export const maxDeadPlaces = maxLinks * maxPlacesOfLink
/** The time after which a link check sends no further request. */
const maxMs = 35_000
const maxHostsAtOnce = 8
/** The pause between two requests to the same host, so that the checks do not overload a server. */
const pauseMs = 300

type Options = { offset: number; signal?: AbortSignal; policy?: RequestPolicy }
/**
 * The result of a check of the links in a course: the findings, and how many links were checked, gave no clear answer,
 * and are left for the next check.
 */
export type CourseLinksResult = { findings: Finding[]; checked: number; unknown: number; remaining: number }

/** Calls `work` for each entry of a list. At most `atOnce` calls run at the same time. */
async function runAll<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const queue = all.values()
  const worker = async () => {
    for (const one of queue) await work(one)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, worker))
}

/**
 * Sends requests to up to 50 links of a course, and reports the links whose page no longer exists. Each host receives
 * one request at a time.
 * @param offset how many links to skip, because an earlier link check has checked them
 */
export async function checkLinks(
  course: CheckedCourse,
  { offset, signal = new AbortController().signal, policy = publicRequestPolicy }: Options,
): Promise<CourseLinksResult> {
  const yieldOften = makeYieldToEventLoop()
  const links = await collectLinks(course, async () => {
    await yieldOften()
    signal.throwIfAborted()
  })
  const chosen = links.slice(offset, offset + maxLinks)
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(maxMs)])
  const states = new Map<ExternalLink, LinkStatus>()
  const byHost = [...Map.groupBy(chosen, ({ url }) => new URL(url).host).values()]
  await runAll(byHost, maxHostsAtOnce, async (ofHost) => {
    for (const [index, link] of ofHost.entries()) {
      if (index > 0) await wait(pauseMs, undefined, { signal: deadline }).catch(() => undefined)
      states.set(link, deadline.aborted ? { state: 'unknown' } : await checkLink(link.url, policy, deadline))
    }
  })
  signal.throwIfAborted()
  const problems = [...states].flatMap(([{ url, places }, state]) =>
    state.state !== 'dead'
      ? []
      : places.map(({ nodeId, path }) => ({
          check: deadLinkCheck,
          problem: {
            kind: 'block' as const,
            nodeId,
            path,
            message: `The link to ${url.slice(0, 300)} is dead: ${state.reason}. Correct or remove it.`,
          },
        })),
  )
  return {
    findings: await toFindings(course, identifyLessons(course), problems),
    checked: chosen.length,
    unknown: [...states.values()].filter(({ state }) => state === 'unknown').length,
    remaining: Math.max(0, links.length - offset - chosen.length),
  }
}
