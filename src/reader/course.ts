import type { Question } from '../courses/block/quiz/questions.ts'
import type { ResponseCachePolicy } from '../operations/context.ts'
import type { Outline, ReleaseLesson } from '../releases/content/outline.ts'

/** Where a block is in a course: the id of the lesson that contains the block, and the id of the block. */
export type BlockLocation = { lessonId: string; blockId: string }

/** A course that the pages for learners show: a live release, or the preview of a release or of a draft. */
export type ReaderCourse = {
  outline: Outline
  /** The URL path of the first page of the course, without a slash at the end. */
  path: string
  isPreview: boolean
  /** Reads a lesson without the answers of quizzes. Returns undefined if the course has no such lesson. */
  readLesson(id: string): Promise<ReleaseLesson | undefined>
  /** Reads the questions of a quiz with their right answers. Returns undefined if the lesson has no such quiz. */
  readQuestions(lessonId: string, blockId: string): Promise<Question[] | undefined>
  /**
   * Finds blocks in the course. `names` are ids and keys of blocks, in lower case. Returns a map from the id and the
   * lower-case key of each found block to its location.
   */
  findBlocks(names: readonly string[]): Promise<ReadonlyMap<string, BlockLocation>>
  /**
   * Returns the entity tag of a page, and how HTTP caches may store the page. Returns undefined if no cache may store
   * it. `lessonId` is undefined for the first page of the course.
   */
  caching(lessonId: string | undefined): ResponseCachePolicy | undefined
}
