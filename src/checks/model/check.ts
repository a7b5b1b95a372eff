import type { BlockType } from '../../courses/block/types.ts'
import type { CourseForChecks, LessonForChecks, LessonWithoutContent } from './course.ts'
import type { ParsedLesson } from './parsed-lesson.ts'

export const severities = ['error', 'warning', 'info'] as const
export type Severity = (typeof severities)[number]

/** One change of a fix: the edit replaces a part of a text, sets a field, or removes a field. */
export type FixEdit = {
  /** The JSON Pointer (RFC 6901) of a field of the module, lesson or block. */
  path: string
  /** The offset of the first replaced character. Without `from` and `to`, the edit sets or removes the whole field. */
  from?: number
  /** The offset after the last replaced character. */
  to?: number
  /**
   * The text that replaces the characters between `from` and `to`, or the new value of the whole field. If `value` is
   * undefined, the edit removes the field.
   */
  value?: unknown
}
/**
 * A change that corrects the problem of a finding. It changes the content of a block, or the prerequisites of a module
 * or lesson.
 */
export type Fix = { description: string; edits: readonly FixEdit[] }

export type NodeKind = 'course' | 'module' | 'lesson' | 'block'

/** A problem that a check has found. */
export type FoundProblem = {
  kind: NodeKind
  /** The id of the course, module, lesson or block with the problem. */
  nodeId: string
  /** The JSON Pointer of the field with the problem. */
  path: string
  message: string
  fix?: Fix
  /** There is no problem if the file is ready, or has an alternative text. The checks themselves do not read files. */
  unlessAsset?: { id: string; is: 'ready' | 'described' }
}

/**
 * The problems that a check finds. A check also yields `undefined` from time to time, so that `runChecks` can let other
 * requests run.
 */
export type FoundProblems = Iterable<FoundProblem | undefined>

/**
 * A problem in a block. `defineBlockCheck` adds the other properties of a `FoundProblem`, such as the id of the block.
 */
export type BlockProblem = Pick<FoundProblem, 'path' | 'message' | 'fix' | 'unlessAsset'>

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
  /**
   * Whether the findings depend only on the record with the problem. To dismiss such a finding, the service reads this
   * record and does not run the checks.
   */
  readsOneRecord?: boolean
}

/** The fields of a course that a check of a lesson can read. */
export type CourseLanguageAndDifficulty = Pick<CourseForChecks, 'language' | 'difficulty'>

/** A check that reads one lesson with its blocks. The function `find` must be pure, because its result is cached. */
export type LessonCheck = Described & {
  find(lesson: ParsedLesson, course: CourseLanguageAndDifficulty): FoundProblems
}
/**
 * A check that reads the structure of the whole course, without the content of blocks. `lessons` maps the id of each
 * lesson to its links and link targets.
 */
export type CourseStructureCheck = Described & {
  findInCourse(
    course: CourseForChecks<LessonWithoutContent>,
    lessons: ReadonlyMap<string, LessonLinksAndTargets>,
  ): FoundProblems
}
/** Reads the content of a whole course for a check. */
export type CourseContentReader = {
  /** Reads one lesson. The caller passes the lessons one after the other, to save memory. */
  readLesson(lesson: LessonForChecks): FoundProblems
  /** Returns the problems of the course. The caller calls this function after the last lesson. */
  findProblems(): FoundProblems
}
/**
 * A check that needs the content of the whole course. `makeReader` returns undefined if the check has nothing to find
 * in the course.
 */
export type CourseContentCheck = Described & {
  makeReader(course: CourseForChecks<LessonWithoutContent>): CourseContentReader | undefined
}
/** A check that `checks.ts` only describes, such as the check of dead links. Other code makes the findings of the check. */
type CheckRunSeparately = Described
export type Check = LessonCheck | CourseStructureCheck | CourseContentCheck | CheckRunSeparately

/**
 * A link or image whose URL leads to a place in the same course. `nodeId` is the id of the block that contains the link
 * or image.
 */
export type InternalLink = { nodeId: string; path: string; url: string }
/** The internal links of a lesson, and its link targets: anchors and blocks. */
export type LessonLinksAndTargets = {
  internalLinks: readonly InternalLink[]
  /** The targets of links such as `#light`. If a lesson has too many, this is null, and such links are not checked. */
  anchors: readonly string[] | null
  blocks: readonly { id: string; key?: string | null }[]
}
