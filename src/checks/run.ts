import { makeYieldToEventLoop } from '../courses/tree/yield-often.ts'
import { checks, failedCheckDefinition } from './checks.ts'
import {
  type Finding,
  type LessonFieldHasher,
  makeFindingsFromProblems,
  makeLessonFieldHasher,
  type ProblemWithCheck,
} from './finding.ts'
import { cacheLessonResult, type LessonCheckResult } from './lesson-cache.ts'
import { type LessonWithContentOrResult, prepareLessonsForChecks } from './lessons-to-check.ts'
import {
  type Check,
  type CourseCheck,
  type FoundProblem,
  type FoundProblems,
  type LessonCheck,
  type LessonLinksAndTargets,
  severities,
} from './model/check.ts'
import { type CourseForChecks, isEnglish, type ReleaseForChecks } from './model/course.ts'
import { parseLesson } from './model/parsed-lesson.ts'
import { collectInternalLinksAndAnchors } from './rules/internal-links.ts'
import { spellingCheckDefinition } from './rules/spelling.ts'
import { makeSpellingCheck } from './spelling/spelling.ts'

type Options = {
  /** Stops the checks when the client disconnects. */
  signal?: AbortSignal
  /** Called when a check throws an error. The result then contains the finding `check_failed`. */
  onError?(error: unknown): void
  /** The checks to run. Default: all. */
  table?: readonly Check[]
  /**
   * Also checks the spelling of an English course, with or without suggestions. Finding suggestions can take three
   * seconds. By default, the spelling is not checked.
   */
  spelling?: 'withSuggestions' | 'withoutSuggestions'
}

/**
 * The maximum number of problems in the result for one lesson, and in the result of each check that reads the whole
 * course. Further problems are ignored.
 */
const maxProblems = 1000
/** The maximum number of problems of each severity in the result for a course. Further problems are ignored. */
const maxOfSeverity = 10_000
/**
 * The limits for a whole course: the number of internal links that are checked, and the number of anchors that the
 * links are compared with.
 */
const maxInnerLinks = 50_000
const maxAnchors = 100_000

type Pause = () => Promise<void>

/** Runs one check. If the check throws an error, returns the problem `check_failed`. */
async function runOne(
  check: Check,
  node: Pick<FoundProblem, 'kind' | 'nodeId'>,
  find: () => FoundProblems | Promise<FoundProblems>,
  { pause, signal, onError }: Options & { pause: Pause },
): Promise<ProblemWithCheck[]> {
  const problems: ProblemWithCheck[] = []
  try {
    for (const problem of await find()) {
      if (problem) problems.push({ check, problem })
      else await pause()
      if (problems.length >= maxProblems) break
    }
    return problems
  } catch (error) {
    signal?.throwIfAborted()
    onError?.(error)
    const message = `The check ${check.code} failed. The fault is in the service, not in the course.`
    return [{ check: failedCheckDefinition, problem: { ...node, path: '', message } }]
  }
}

/** Returns up to `maxProblems` problems of a lesson: errors first, then warnings, then suggestions. */
const selectWorst = (problems: readonly ProblemWithCheck[]) =>
  severities.flatMap((severity) => problems.filter(({ check }) => check.severity === severity)).slice(0, maxProblems)

/**
 * Makes a list of the problems of a course. The list accepts at most `maxOfSeverity` errors, `maxOfSeverity` warnings and
 * `maxOfSeverity` suggestions.
 */
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

/**
 * Makes the map of lessons for the checks that read the whole course. For the id of each lesson, the map has the links,
 * anchors and blocks of the lesson, and its content if it was read. To limit memory, only the first `maxInnerLinks`
 * links and the first `maxAnchors` anchors are stored. A later lesson has no links, so its links are not checked. The
 * anchors of a later lesson are null, so no link to the lesson counts as broken.
 */
function makeLessonMap() {
  const lessons = new Map<string, LessonLinksAndTargets & Pick<LessonWithContentOrResult, 'content'>>()
  let innerCount = 0
  let anchorCount = 0
  return {
    lessons,
    add({ id, content }: LessonWithContentOrResult, { internalLinks, anchors, blocks }: LessonLinksAndTargets): void {
      innerCount += internalLinks.length
      anchorCount += anchors?.length ?? 0
      lessons.set(id, {
        internalLinks: innerCount <= maxInnerLinks ? internalLinks : [],
        anchors: anchorCount <= maxAnchors ? anchors : null,
        blocks,
        content,
      })
    },
  }
}

const isLessonCheck = (check: Check): check is LessonCheck => 'find' in check
const isCourseCheck = (check: Check): check is CourseCheck => 'findInCourse' in check

/**
 * Runs all checks on a course. Returns the findings sorted by severity, and then by position in the course. The
 * function often lets other requests run.
 */
export async function runChecks(course: CourseForChecks | ReleaseForChecks, options: Options = {}): Promise<Finding[]> {
  const { signal, table = checks, spelling: spellingMode } = options
  const yieldOften = makeYieldToEventLoop()
  const pause = async () => {
    await yieldOften()
    signal?.throwIfAborted()
  }
  const lessonChecks = table.filter(isLessonCheck)
  const courseChecks = table.filter(isCourseCheck)
  const spelling = spellingMode && isEnglish(course.language) ? makeSpellingCheck(course, pause) : undefined
  const courseNode = { kind: 'course', nodeId: course.id } as const
  const problems = makeProblemList()
  /** Runs one step of the spelling check, and adds the problems that it returns. The problems are not cached. */
  const runSpelling = async (run: () => Promise<FoundProblems>) =>
    problems.add(await runOne(spellingCheckDefinition, courseNode, run, { ...options, pause }))

  async function checkLesson(lesson: LessonWithContentOrResult): Promise<LessonCheckResult> {
    // A spelling check needs the parsed lesson, so it uses no cached result.
    if (lesson.cached && !spelling) return lesson.cached
    const { id, content, key } = lesson as Extract<LessonWithContentOrResult, { content: object }>
    const reading = await parseLesson(content, pause)
    if (spelling) await runSpelling(() => spelling.addLesson(content, reading))
    const node = { kind: 'lesson', nodeId: id } as const
    const found: ProblemWithCheck[] = []
    for (const check of lessonChecks) {
      await pause()
      found.push(...(await runOne(check, node, () => check.find(reading, course), { ...options, pause })))
    }
    const blocks = content.blocks.map(({ id, key }) => (key ? { id, key } : { id }))
    const links = { ...collectInternalLinksAndAnchors(reading), blocks }
    const result = { problems: selectWorst(found), links, identity: makeLessonFieldHasher(content) }
    const hasFailed = found.some(({ check }) => check === failedCheckDefinition)
    if (key !== undefined && !hasFailed) cacheLessonResult(key, content, result)
    return result
  }

  if (spelling) await runSpelling(spelling.addCourse)
  const { lessons, add: addLesson } = makeLessonMap()
  const identities = new Map<string, LessonFieldHasher>()
  const usesCache = table === checks
  const needsContent = spelling !== undefined || courseChecks.some((check) => check.needsContent?.(course))
  for (const lesson of await prepareLessonsForChecks(course, { usesCache, needsContent, pause })) {
    await pause()
    const { problems: found, links, identity } = await checkLesson(lesson)
    problems.add(found)
    addLesson(lesson, links)
    identities.set(lesson.id, identity)
  }
  for (const check of courseChecks) {
    await pause()
    problems.add(await runOne(check, courseNode, () => check.findInCourse(course, lessons), { ...options, pause }))
  }
  if (spelling) await runSpelling(() => spelling.findProblems(spellingMode === 'withSuggestions'))
  return makeFindingsFromProblems(course, identities, problems.list, pause)
}
