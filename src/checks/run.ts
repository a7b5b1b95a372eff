import { makeYieldToEventLoop } from '../courses/tree/yield-often.ts'
import { checks, failedCheck } from './checks.ts'
import { type Finding, type ProblemOfCheck, toFindings } from './finding.ts'
import {
  type CachedLessonResult,
  cacheLessonResult,
  findCachedLessonResult,
  hashLessonForCache,
} from './lesson-cache.ts'
import type { Check, CourseCheck, FoundProblem, LessonCheck, LessonLinks } from './model/check.ts'
import type { CheckedCourse, CheckedLesson } from './model/course.ts'
import { parseLesson } from './model/parsed-lesson.ts'
import { collectInternalLinks } from './rules/internal-links.ts'

type Options = {
  /** Stops the checks when the client disconnects. */
  signal?: AbortSignal
  /** Called when a check throws an error. The result then has the finding `check_failed`. */
  onError?(error: unknown): void
  /** The checks to run. Default: all. */
  table?: readonly Check[]
}

/** The maximum number of problems of one lesson, and of each check of the whole course. */
const maxProblems = 1000

/** Runs a check. If the check throws an error, the result is the finding `check_failed`. */
function runOne(
  check: Check,
  node: Pick<FoundProblem, 'kind' | 'nodeId'>,
  find: () => FoundProblem[],
  onError?: Options['onError'],
): ProblemOfCheck[] {
  try {
    return find().map((problem) => ({ check, problem }))
  } catch (error) {
    onError?.(error)
    const message = `The check ${check.code} failed. The fault is in the service, not in the course.`
    return [{ check: failedCheck, problem: { ...node, path: '', message } }]
  }
}

const isLessonCheck = (check: Check): check is LessonCheck => 'find' in check
const isCourseCheck = (check: Check): check is CourseCheck => 'findInCourse' in check

/**
 * Runs all checks on a course. Returns the findings sorted by level, and then by place in the course. Other requests
 * can run between two lessons.
 */
export async function runChecks(
  course: CheckedCourse,
  { signal, onError, table = checks }: Options = {},
): Promise<Finding[]> {
  const yieldOften = makeYieldToEventLoop()
  const pause = async () => {
    await yieldOften()
    signal?.throwIfAborted()
  }
  const lessonChecks = table.filter(isLessonCheck)
  const isCached = table === checks

  async function checkLesson(lesson: CheckedLesson): Promise<CachedLessonResult> {
    const hash = isCached ? hashLessonForCache(lesson, course) : ''
    const kept = isCached ? findCachedLessonResult(hash) : undefined
    if (kept) return kept
    const reading = await parseLesson(lesson, pause)
    const node = { kind: 'lesson', nodeId: lesson.id } as const
    const problems: ProblemOfCheck[] = []
    for (const check of lessonChecks) problems.push(...runOne(check, node, () => check.find(reading, course), onError))
    const result = { problems: problems.slice(0, maxProblems), links: collectInternalLinks(reading) }
    const hasFailed = problems.some(({ check }) => check === failedCheck)
    if (isCached && !hasFailed) cacheLessonResult(hash, result)
    return result
  }

  const problems: ProblemOfCheck[] = []
  const links = new Map<string, LessonLinks>()
  for (const lesson of course.modules.flatMap(({ lessons }) => lessons)) {
    await pause()
    const result = await checkLesson(lesson)
    problems.push(...result.problems)
    links.set(lesson.id, result.links)
  }
  const node = { kind: 'course', nodeId: course.id } as const
  for (const check of table.filter(isCourseCheck)) {
    await pause()
    problems.push(...runOne(check, node, () => check.findInCourse(course, links), onError).slice(0, maxProblems))
  }
  return toFindings(course, problems)
}
