import type { BlockType } from '../../courses/block/types.ts'
import type { CheckedCourse } from './course.ts'
import type { ParsedLesson } from './parsed-lesson.ts'

export const checkLevels = ['error', 'warning', 'info'] as const
export type CheckLevel = (typeof checkLevels)[number]

/**
 * One change of a fix. `path` is the JSON Pointer (RFC 6901) of a field of the block. With `from` and `to`, the change
 * replaces the characters of a text from offset `from` up to, but not including, offset `to` by `value`. Otherwise, the
 * change sets the field to `value`, or removes the field if `value` is undefined.
 */
export type FixEdit = { path: string; from?: number; to?: number; value?: unknown }
/** A change of a block's content that corrects the problem of a finding. */
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
 * The problems that a check finds. From time to time, a check yields `undefined`. `runChecks` then lets other requests
 * run.
 */
export type FoundProblems = Iterable<FoundProblem | undefined>

/** A problem that a check finds in a block. `defineBlockCheck` adds the id of the block. */
export type BlockProblem = Pick<FoundProblem, 'path' | 'message' | 'fix'>

type Described = {
  code: string
  level: CheckLevel
  /** The success criterion of WCAG 2.2 that the problem concerns, such as 1.1.1. */
  wcag?: string
  /** Describes the problem in `docs/checks.md`. `remedy` says what an author can do about the problem. */
  meaning: string
  remedy: string
}

/** The settings of a course on which the checks of a lesson depend. */
export type LessonCheckSettings = Pick<CheckedCourse, 'language' | 'difficulty'>

/** A check that reads one lesson with its blocks. `find` is a pure function, so that its result can be cached. */
export type LessonCheck = Described & {
  types: readonly ('lesson' | BlockType)[]
  find(lesson: ParsedLesson, settings: LessonCheckSettings): FoundProblems
}
/** A check that needs the whole course. `lessons` maps the id of each lesson to the links and anchors of the lesson. */
export type CourseCheck = Described & {
  types: readonly NodeKind[]
  findInCourse(course: CheckedCourse, lessons: ReadonlyMap<string, LessonLinks>): FoundProblems
}
/** A check that `runChecks` does not run. The list of checks contains it for the documentation. */
export type DescribedCheck = Described & { types: readonly NodeKind[] }
export type Check = LessonCheck | CourseCheck | DescribedCheck

/** A link to a place in the same course. `nodeId` is the id of the block that contains the link. */
export type InternalLink = { nodeId: string; path: string; url: string }
/**
 * The internal links in a lesson, and its anchors, such as `light` in `#light`: the places in the lesson that links can
 * lead to. `anchors` is null if the lesson has too many anchors. Then no link to the lesson counts as broken.
 */
export type LessonLinks = { internalLinks: readonly InternalLink[]; anchors: readonly string[] | null }
