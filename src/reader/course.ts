import type { AssetAddress } from '../assets/serving/addresses.ts'
import type { Question } from '../courses/block/quiz/questions.ts'
import type { WorkspaceBrand } from '../keys/workspace-brand.ts'
import type { ResponseCachePolicy } from '../operations/context.ts'
import type { Outline, ReleaseLesson } from '../releases/content/outline.ts'

/** Where a block is in a course: the id of the lesson that contains the block, and the id of the block. */
export type BlockLocation = { lessonId: string; blockId: string }

/**
 * The workspace of a course. `path` is the URL path of the page with its public courses, or undefined if the pages do
 * not link there.
 */
export type ReaderWorkspace = WorkspaceBrand & { path: string | undefined }

/** What the operator sets for all pages of courses. */
export type PageSettings = {
  /** The hosts whose pages an interactive block shows in a frame. */
  embedHosts: readonly string[]
  /** The address before the paths of files. Empty if they are relative to the service. */
  filesBaseUrl: string
}

/** A course that the pages for learners show: a live release, or the preview of a release or of a draft. */
export type ReaderCourse = {
  outline: Outline
  /** The URL path of the first page of the course, without a slash at the end. */
  path: string
  isPreview: boolean
  workspace: ReaderWorkspace
  /** The hosts whose pages an interactive block shows in a frame. */
  embedHosts: readonly string[]
  /** Whether search engines may show the pages of the course. */
  isIndexed: boolean
  /** Identifies the content of the course. Undefined if the content can change, as in the preview of a draft. */
  contentKey: string | undefined
  /** Reads a lesson without the answers of quizzes. Returns undefined if the course has no such lesson. */
  readLesson(id: string): Promise<ReleaseLesson | undefined>
  /** Reads lessons without the answers of quizzes. Returns undefined for each id of which the course has no lesson. */
  readLessons(ids: readonly string[]): Promise<(ReleaseLesson | undefined)[]>
  /** Reads the ready files with these ids, in one SQL statement, with addresses that readers of this course can load. */
  readAssets(ids: readonly string[]): Promise<ReadonlyMap<string, AssetAddress>>
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
