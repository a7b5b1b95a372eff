import {
  DeleteBlockDocument,
  DeleteCourseDocument,
  DeleteLessonDocument,
  DeleteModuleDocument,
  DuplicateBlockDocument,
  DuplicateCourseDocument,
  DuplicateLessonDocument,
  DuplicateModuleDocument,
  type NodeKind,
  type TypedDocumentString,
  UpdateLessonDocument,
  UpdateModuleDocument,
} from '../generated/operations.ts'

type OfOne<Result> = TypedDocumentString<Result, { id: string; idempotencyKey?: string | null }>

/** How each level of a course is deleted and copied. */
export const levels: Record<NodeKind, { remove: OfOne<unknown>; duplicate: OfOne<unknown> }> = {
  course: { remove: DeleteCourseDocument, duplicate: DuplicateCourseDocument },
  module: { remove: DeleteModuleDocument, duplicate: DuplicateModuleDocument },
  lesson: { remove: DeleteLessonDocument, duplicate: DuplicateLessonDocument },
  block: { remove: DeleteBlockDocument, duplicate: DuplicateBlockDocument },
}

/** How those that have a name and a description of their own are changed. */
export const named = { module: UpdateModuleDocument, lesson: UpdateLessonDocument }
