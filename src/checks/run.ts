import { makeYieldToEventLoop } from '../courses/tree/yield-often.ts'
import { checkFailedCheck, checks } from './checks.ts'
import { type Finding, type ProblemWithCheck, toFindings } from './finding.ts'
import {
  type CachedLessonResult,
  cacheLessonResult,
  findCachedLessonResult,
  hashLessonForCache,
} from './lesson-cache.ts'
import {
  type Check,
  type CourseCheck,
  checkLevels,
  type FoundProblem,
  type FoundProblems,
  type LessonCheck,
  type LessonLinks,
} from './model/check.ts'
import { type CheckedCourse, type CheckedLesson, isEnglish } from './model/course.ts'
import { parseLesson } from './model/parsed-lesson.ts'
import { collectInternalLinks } from './rules/internal-links.ts'
import { spellingCheck } from './rules/spelling.ts'
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

/** The maximum number of problems that are kept for one lesson, and for each check that reads the whole course. */
const maxProblems = 1000
/**
 * The maximum number of errors, of warnings and of suggestions that are kept for a course. Further problems are not
 * counted.
 */
const maxOfLevel = 10_000
/** The limits for a whole course: how many internal links are checked, and how many anchors are remembered. */
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
    return [{ check: checkFailedCheck, problem: { ...node, path: '', message } }]
  }
}

/** Returns up to `maxProblems` problems of a lesson: errors first, then warnings, then suggestions. */
const selectWorst = (problems: readonly ProblemWithCheck[]) =>
  checkLevels.flatMap((level) => problems.filter(({ check }) => check.level === level)).slice(0, maxProblems)

/**
 * Makes a list of the problems of a course. The list accepts at most `maxOfLevel` errors, `maxOfLevel` warnings and
 * `maxOfLevel` suggestions.
 */
function makeProblemList() {
  const list: ProblemWithCheck[] = []
  const counts = { error: 0, warning: 0, info: 0 }
  return {
    list,
    add(problems: readonly ProblemWithCheck[]): void {
      for (const one of problems) if (counts[one.check.level]++ < maxOfLevel) list.push(one)
    },
  }
}

/**
 * Makes a map of the links and anchors of lessons. After `maxInnerLinks` links, further lessons have no links. After
 * `maxAnchors` anchors, the anchors of further lessons are null.
 */
function makeLinkMap() {
  const links = new Map<string, LessonLinks>()
  let innerCount = 0
  let anchorCount = 0
  return {
    links,
    add(lessonId: string, { internalLinks, anchors }: LessonLinks): void {
      innerCount += internalLinks.length
      anchorCount += anchors?.length ?? 0
      links.set(lessonId, {
        internalLinks: innerCount <= maxInnerLinks ? internalLinks : [],
        anchors: anchorCount <= maxAnchors ? anchors : null,
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
export async function runChecks(course: CheckedCourse, options: Options = {}): Promise<Finding[]> {
  const { signal, table = checks, spelling: spellingMode } = options
  const yieldOften = makeYieldToEventLoop()
  const pause = async () => {
    await yieldOften()
    signal?.throwIfAborted()
  }
  const lessonChecks = table.filter(isLessonCheck)
  const isCached = table === checks
  const spelling = spellingMode && isEnglish(course.language) ? makeSpellingCheck(course, pause) : undefined
  const courseNode = { kind: 'course', nodeId: course.id } as const
  const problems = makeProblemList()
  /** Runs a part of the spelling check. The results of this check are not cached. */
  const runSpelling = async (run: () => Promise<FoundProblems>) =>
    problems.add(await runOne(spellingCheck, courseNode, run, { ...options, pause }))

  async function checkLesson(lesson: CheckedLesson): Promise<CachedLessonResult> {
    const hash = isCached ? await hashLessonForCache(lesson, course, pause) : ''
    // A spelling check needs the parsed lesson, so it uses no cached result.
    const kept = isCached && !spelling ? findCachedLessonResult(hash) : undefined
    if (kept) return kept
    const reading = await parseLesson(lesson, pause)
    if (spelling) await runSpelling(() => spelling.addLesson(lesson, reading))
    const node = { kind: 'lesson', nodeId: lesson.id } as const
    const found: ProblemWithCheck[] = []
    for (const check of lessonChecks) {
      await pause()
      found.push(...(await runOne(check, node, () => check.find(reading, course), { ...options, pause })))
    }
    const result = { problems: selectWorst(found), links: collectInternalLinks(reading) }
    const hasFailed = found.some(({ check }) => check === checkFailedCheck)
    if (isCached && !hasFailed) cacheLessonResult(hash, result)
    return result
  }

  if (spelling) await runSpelling(spelling.addCourse)
  const { links, add: addLinks } = makeLinkMap()
  for (const lesson of course.modules.flatMap(({ lessons }) => lessons)) {
    await pause()
    const result = await checkLesson(lesson)
    problems.add(result.problems)
    addLinks(lesson.id, result.links)
  }
  for (const check of table.filter(isCourseCheck)) {
    await pause()
    problems.add(await runOne(check, courseNode, () => check.findInCourse(course, links), { ...options, pause }))
  }
  if (spelling) await runSpelling(() => spelling.findProblems(spellingMode === 'withSuggestions'))
  return toFindings(course, problems.list, pause)
}
