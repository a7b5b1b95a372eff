import type { courseRecordDefinition } from '../records/course.ts'
import type { courseSettingsDefinition } from '../records/course-settings.ts'
import type { lessonRecordDefinition } from '../records/lesson.ts'
import type { moduleRecordDefinition } from '../records/module.ts'
import type {
  CreateInputOfFields,
  PartialFieldValues,
  StoredFieldValues,
  UpdateInputOfFields,
} from '../records/record.ts'
import type { LevelName } from './levels.ts'

/**
 * When a record was created and last changed, and by whom. `createdBy` and `updatedBy` are ids that `getCallerId`
 * returned.
 */
export type RowWithTimesAndActors = {
  createdAt: string | Date
  updatedAt: string | Date
  createdBy: string | null
  updatedBy: string | null
}
type Dated = RowWithTimesAndActors & { id: string; version: number }
type Placed = Dated & { courseId: string; key: string | null; order: number }

export type CourseStatus = 'draft' | 'published' | 'archived'

/**
 * A course row. `modules` and the counts are set only if the course was read with the modules, lessons and blocks of
 * the course tree.
 */
export type CourseRow = Dated &
  StoredFieldValues<typeof courseRecordDefinition.fields> &
  StoredFieldValues<typeof courseSettingsDefinition.fields> & {
    key: string | null
    status: CourseStatus
    treeVersion: number
    /** The number of the release that is live now, or null. */
    liveReleaseNumber: number | null
    publishedAt: string | Date | null
    hasUnpublishedChanges: boolean
    contentUpdatedAt: string | Date
    modules?: ModuleRow[]
    lessonCount?: number
    blockCount?: number
  }
export type ModuleRow = Placed &
  StoredFieldValues<typeof moduleRecordDefinition.fields> & { lessons?: LessonRow[]; lessonCount?: number }
export type LessonRow = Placed &
  StoredFieldValues<typeof lessonRecordDefinition.fields> & { moduleId: string; blocks?: BlockRow[] }
/** A block row. `content` is the author's JSON as text. */
export type BlockRow = Placed & { lessonId: string; type: string; content: string }

type RowByLevel = { module: ModuleRow; lesson: LessonRow; block: BlockRow }
/** A row of a module, lesson or block. */
export type TreeNodeRow<L extends LevelName> = RowByLevel[L]

const parentIdReaders: { readonly [L in LevelName]: (row: TreeNodeRow<L>) => string } = {
  module: ({ courseId }) => courseId,
  lesson: ({ moduleId }) => moduleId,
  block: ({ lessonId }) => lessonId,
}

/** Returns the id of the parent of a module, lesson or block. */
export const getParentId = <L extends LevelName>(level: L, row: TreeNodeRow<L>): string => parentIdReaders[level](row)

type BlockFields = { type: string; content: string }

/**
 * The fields of a stored module, lesson or block, for the comparison with a request. `content` is the MD5 digest of the
 * content of a block.
 */
export type StoredNodeFieldsWithContentDigest = {
  module: StoredFieldValues<typeof moduleRecordDefinition.fields>
  lesson: StoredFieldValues<typeof lessonRecordDefinition.fields>
  block: BlockFields
}

/**
 * The fields of a module, lesson or block in a request that writes a course tree. A block's `content` is an MD5 digest.
 * A missing field is undefined.
 */
export type RequestedNodeFieldsWithContentDigest = {
  module: PartialFieldValues<typeof moduleRecordDefinition.fields>
  lesson: PartialFieldValues<typeof lessonRecordDefinition.fields>
  block: BlockFields
}

type Keyed = { key?: string | null }

/** The fields of a new module, lesson or block. A block's `content` is JSON text. */
export type NewNodeFields = {
  module: CreateInputOfFields<typeof moduleRecordDefinition.fields> & Keyed
  lesson: CreateInputOfFields<typeof lessonRecordDefinition.fields> & Keyed
  block: BlockFields & Keyed
}

/** The fields to change in a module, lesson or block. A missing field stays unchanged, and `null` clears a field. */
export type NodeFieldChanges = {
  module: UpdateInputOfFields<typeof moduleRecordDefinition.fields> & Keyed
  lesson: UpdateInputOfFields<typeof lessonRecordDefinition.fields> & Keyed
  block: Partial<BlockFields> & Keyed
}
