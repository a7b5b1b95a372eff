import type { BlockType } from '../../courses/block/types.ts'
import type { CourseForChecks, LessonForChecks, LessonWithoutContent } from './course.ts'
import type { ParsedLesson } from './parsed-lesson.ts'

export const severities = ['error', 'warning', 'info'] as const
export type Severity = (typeof severities)[number]

/**
 * One change of a fix. `path` is the JSON Pointer (RFC 6901) of a field of the module, lesson or block. With `from` and
 * `to`, `value` replaces the characters of a text from offset `from` to offset `to` (exclusive). Without them, the
 * field gets the value `value`, or is removed if `value` is undefined.
 */
export type FixEdit = { path: string; from?: number; to?: number; value?: unknown }
/**
 * A change that corrects the problem of a finding. It changes the content of a block, or the prerequisites of a module
 * or lesson.
 */
export type Fix = { description: string; edits: readonly FixEdit[] }

export type NodeKind = 'course' | 'module' | 'lesson' | 'block'

/**
 * A problem that a check has found. `kind` and `nodeId` name the course, module, lesson or block that has the problem.
 * `path` is the JSON Pointer of the field with the problem. `suggestions` are texts that the author may have meant.
 */
export type FoundProblem = {
  kind: NodeKind
  nodeId: string
  path: string
  message: string
  fix?: Fix
  suggestions?: readonly string[]
}

/**
 * The problems that a check finds. From time to time, a check yields `undefined` instead of a problem. `runChecks` then
 * lets other requests run.
 */
export type FoundProblems = Iterable<FoundProblem | undefined>

/** A problem that a check finds in a block. `defineBlockCheck` adds the id of the block. */
export type BlockProblem = Pick<FoundProblem, 'path' | 'message' | 'fix'>

type Described = {
  code: string
  severity: Severity
  /** The kinds of record, or the types of block, that can have the problem. */
  types: readonly (NodeKind | BlockType)[]
  /** The success criterion of WCAG 2.2 that the problem concerns, such as 1.1.1. */
  wcag?: string
  /** What the problem is. `docs/checks.md` shows this text. */
  meaning: string
  /** What an author can do about the problem. `docs/checks.md` shows this text. */
  remedy: string
  /** Whether the check reads nothing but the fields of the record that has the problem. */
  readsOneRecord?: boolean
}

/** The fields of a course that a check of a lesson can read. */
export type CourseLanguageAndDifficulty = Pick<CourseForChecks, 'language' | 'difficulty'>

/** A check that reads one lesson with its blocks. The function `find` must be pure, because its result is cached. */
export type LessonCheck = Described & {
  find(lesson: ParsedLesson, course: CourseLanguageAndDifficulty): FoundProblems
}
/**
 * A check that reads the structure of the whole course, without the content of blocks. `findInCourse` gets the course,
 * and a map from the id of each lesson to its links and link targets.
 */
export type CourseStructureCheck = Described & {
  findInCourse(
    course: CourseForChecks<LessonWithoutContent>,
    lessons: ReadonlyMap<string, LessonLinksAndTargets>,
  ): FoundProblems
}
/**
 * Reads the content of a whole course for a check. The lessons are read one after the other, so that they need not be
 * in memory at the same time. `findProblems` is called after the last lesson.
 */
export type CourseContentReader = {
  readLesson(lesson: LessonForChecks): FoundProblems
  findProblems(): FoundProblems
}
/**
 * A check that needs the content of the whole course. `makeReader` returns undefined if the check has nothing to find
 * in the course.
 */
export type CourseContentCheck = Described & {
  makeReader(course: CourseForChecks<LessonWithoutContent>): CourseContentReader | undefined
}
/**
 * A check that has none of the functions `find`, `findInCourse` and `makeReader`. Other code makes its findings: those
 * about misspelt words, dead links and failed checks. Such a check is in the list of checks only because the
 * documentation is made from this list.
 */
type CheckRunSeparately = Described
export type Check = LessonCheck | CourseStructureCheck | CourseContentCheck | CheckRunSeparately

/** A link to a place in the same course. `nodeId` is the id of the block that contains the link. */
export type InternalLink = { nodeId: string; path: string; url: string }
/**
 * The internal links, the blocks and the anchors of a lesson. An anchor is the target of a link, such as `light` for
 * the link `#light`. If the lesson has too many anchors, `anchors` is null, and no link to the lesson counts as broken.
 */
export type LessonLinksAndTargets = {
  internalLinks: readonly InternalLink[]
  anchors: readonly string[] | null
  blocks: readonly { id: string; key?: string | null }[]
}
