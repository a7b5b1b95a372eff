import type { LevelName } from './levels.ts'

type Dated = { id: string; version: number; createdAt: string | Date; updatedAt: string | Date }
type Placed = Dated & { courseId: string; key: string | null; order: number }

/** A course as read. `modules` and the counts stand where a tree was read at once. */
export type CourseRow = Dated & {
  name: string
  description: string | null
  language: string | null
  difficulty: string | null
  status: string
  treeVersion: number
  modules?: ModuleRow[]
  lessonCount?: number
  blockCount?: number
}
export type ModuleRow = Placed & {
  name: string
  description: string | null
  lessons?: LessonRow[]
  lessonCount?: number
}
export type LessonRow = Placed & { moduleId: string; name: string; description: string | null; blocks?: BlockRow[] }
/** `content` is the author's JSON as text: it is parsed where somebody needs the value. */
export type BlockRow = Placed & { lessonId: string; type: string; content: string }

export type RowOf = { module: ModuleRow; lesson: LessonRow; block: BlockRow }
export type Row<L extends LevelName> = RowOf[L]
