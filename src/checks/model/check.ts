import type { BlockType } from '../../courses/block/types.ts'
import type { CheckedCourse } from './course.ts'
import type { ParsedLesson } from './parsed-lesson.ts'

export const checkLevels = ['error', 'warning', 'info'] as const
export type CheckLevel = (typeof checkLevels)[number]

/**
 * One change of a fix. `path` is the JSON Pointer (RFC 6901) of a member of the record. With `from` and `to`, the change
 * replaces these characters of a text. Otherwise, the change sets the member to `value`, or removes the member if `value`
 * is undefined.
 */
export type FixEdit = { path: string; from?: number; to?: number; value?: unknown }
/** A change of a block's content that corrects the problem of a finding. */
export type Fix = { description: string; edits: readonly FixEdit[] }

export type NodeKind = 'course' | 'module' | 'lesson' | 'block'

/** A problem that a check has found: where it is, and what is wrong. `path` is a JSON Pointer into the record. */
export type FoundProblem = { kind: NodeKind; nodeId: string; path: string; message: string; fix?: Fix }

/** A problem in a block, without the block's id. `defineBlockCheck` adds the id. */
export type BlockProblem = Pick<FoundProblem, 'path' | 'message' | 'fix'>

type Described = {
  code: string
  level: CheckLevel
  /** The success criterion of WCAG 2.2 that the problem concerns, such as 1.1.1. */
  wcag?: string
  /** Describes the problem in the documentation. `remedy` says what an author does about it. */
  meaning: string
  remedy: string
  /** Whether the check runs only if a request asks for it. */
  isOptional?: true
}

/** The settings of a course on which the checks of a lesson depend. */
export type LessonCheckSettings = Pick<CheckedCourse, 'language' | 'difficulty'>

/** A check that reads one lesson with its blocks. `find` is a pure function. */
export type LessonCheck = Described & {
  types: readonly ('lesson' | BlockType)[]
  find(lesson: ParsedLesson, settings: LessonCheckSettings): FoundProblem[]
}
/** A check that needs the whole course. `lessons` has the links and anchors of each lesson, by lesson id. */
export type CourseCheck = Described & {
  types: readonly NodeKind[]
  findInCourse(course: CheckedCourse, lessons: ReadonlyMap<string, LessonLinks>): FoundProblem[]
}
/** A check that another part of the service runs. The list of checks only describes it. */
export type DescribedCheck = Described & { types: readonly NodeKind[] }
export type Check = LessonCheck | CourseCheck | DescribedCheck

/** A link from a text to a place in the course. */
export type InternalLink = { nodeId: string; path: string; url: string }
/** The internal links of a lesson, and the anchors in the lesson that links can point to. */
export type LessonLinks = { internalLinks: readonly InternalLink[]; anchors: readonly string[] }
