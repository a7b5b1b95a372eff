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
/** A change of a block's content that makes a finding go away. */
export type Fix = { description: string; edits: readonly FixEdit[] }

export type NodeKind = 'course' | 'module' | 'lesson' | 'block'

/** What a check has found: where, and what is wrong. `path` is a JSON Pointer into the record. */
export type FoundProblem = { kind: NodeKind; nodeId: string; path: string; message: string; fix?: Fix }

/** A problem of a block. The check knows the block, so the problem does not repeat it. */
export type BlockProblem = Pick<FoundProblem, 'path' | 'message' | 'fix'>

type Described = {
  code: string
  level: CheckLevel
  /** The success criterion of WCAG 2.2 that the problem fails or touches, such as 1.1.1. */
  wcag?: string
  /** What the problem is, and what an author does about it, for the documents. */
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
/** A check that needs the whole course. `lessons` are what the course's lessons contain, by the id of the lesson. */
export type CourseCheck = Described & {
  types: readonly NodeKind[]
  findInCourse(course: CheckedCourse, lessons: ReadonlyMap<string, LessonLinks>): FoundProblem[]
}
/** A check that the table only describes, because it is run elsewhere. */
export type DescribedCheck = Described & { types: readonly NodeKind[] }
export type Check = LessonCheck | CourseCheck | DescribedCheck

/** A link from a text to a place in the course. */
export type InternalLink = { nodeId: string; path: string; url: string }
/** The inner links of a lesson, and the places in the lesson to which links can lead. */
export type LessonLinks = { internalLinks: readonly InternalLink[]; anchors: readonly string[] }
