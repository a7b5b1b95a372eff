import { makeYieldToEventLoop } from '../courses/tree/yield-often.ts'
import { checks, failedCheckDefinition } from './checks.ts'
import { makeCourseContentCheckReaders } from './content-readers.ts'
import { type Finding, makeFindingsFromProblems, type ProblemWithCheck } from './finding.ts'
import { type LessonFieldHasher, makeLessonFieldHasher } from './finding-id.ts'
import { cacheLessonResult, copyResultWithoutLesson, type LessonCheckResult } from './lesson-cache.ts'
import { makeLessonLinksAndTargetsCollector } from './lesson-map.ts'
import { type LessonWithContentOrResult, readLessonsOrCachedResults } from './lessons-to-check.ts'
import type { Check, CourseContentCheck, CourseStructureCheck, FoundProblems, LessonCheck } from './model/check.ts'
import type { CheckableCourse } from './model/course.ts'
import { parseLesson } from './model/parsed-lesson.ts'
import { collectInternalLinksAndAnchors } from './rules/internal-links.ts'
import { type CheckRunOptions, runCheckOrReportFailure, selectWorstProblems } from './run-check.ts'

/** The maximum number of findings of each severity in one course. */
const maxOfSeverity = 10_000

/** Makes a list of the problems of a course, with at most `maxOfSeverity` problems of each severity. */
function makeProblemList() {
  const list: ProblemWithCheck[] = []
  const counts = { error: 0, warning: 0, info: 0 }
  return {
    list,
    add(problems: readonly ProblemWithCheck[]): void {
      for (const one of problems) if (counts[one.check.severity]++ < maxOfSeverity) list.push(one)
    },
  }
}

const isLessonCheck = (check: Check): check is LessonCheck => 'find' in check
const isCourseStructureCheck = (check: Check): check is CourseStructureCheck => 'findInCourse' in check
const isContentCheck = (check: Check): check is CourseContentCheck => 'makeReader' in check

/**
 * Runs all checks on a course. Returns the findings sorted by severity, and then by position in the course. The
 * function often lets other requests run.
 */
export async function runChecks(course: CheckableCourse, options: CheckRunOptions = {}): Promise<Finding[]> {
  const { signal, table = checks } = options
  const yieldOften = makeYieldToEventLoop()
  const pause = async () => {
    await yieldOften()
    signal?.throwIfAborted()
  }
  const lessonChecks = table.filter(isLessonCheck)
  const courseNode = { kind: 'course', nodeId: course.id } as const
  const problems = makeProblemList()
  const runOnCourse = (check: Check, find: () => FoundProblems) =>
    runCheckOrReportFailure(check, courseNode, find, { ...options, pause })
  const contentReaders = await makeCourseContentCheckReaders(table.filter(isContentCheck), course, runOnCourse)
  const usesCache = table === checks

  async function checkLesson(lesson: LessonWithContentOrResult): Promise<LessonCheckResult> {
    if (lesson.cached) return lesson.cached
    const { id, content, key } = lesson
    const reading = await parseLesson(content, pause)
    const node = { kind: 'lesson', nodeId: id } as const
    const found: ProblemWithCheck[] = []
    for (const check of lessonChecks) {
      await pause()
      found.push(
        ...(await runCheckOrReportFailure(check, node, () => check.find(reading, course), { ...options, pause })),
      )
    }
    const blocks = content.blocks.map(({ id, key }) => (key ? { id, key } : { id }))
    const links = { ...collectInternalLinksAndAnchors(reading), blocks }
    const result = { problems: selectWorstProblems(found), links, fieldHasher: makeLessonFieldHasher(content) }
    const hasFailed = found.some(({ check }) => check === failedCheckDefinition)
    if (key !== undefined && !hasFailed) cacheLessonResult(key, content, result)
    return copyResultWithoutLesson(content, result, pause)
  }

  const { lessons, add: addLesson } = makeLessonLinksAndTargetsCollector()
  const identities = new Map<string, LessonFieldHasher>()
  const { needsContent } = contentReaders
  for await (const lesson of readLessonsOrCachedResults(course, { usesCache, needsContent, pause })) {
    await pause()
    const { problems: found, links, fieldHasher } = await checkLesson(lesson)
    problems.add(found)
    addLesson(lesson.id, links)
    identities.set(lesson.id, fieldHasher)
    if (lesson.content) await contentReaders.readLesson(lesson.content)
  }
  problems.add(contentReaders.failures)
  for (const check of table) {
    if (isCourseStructureCheck(check)) problems.add(await runOnCourse(check, () => check.findInCourse(course, lessons)))
    else if (isContentCheck(check)) problems.add(await runOnCourse(check, () => contentReaders.findProblems(check)))
    await pause()
  }
  return makeFindingsFromProblems(course, identities, problems.list, pause)
}
