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
} from '../generated/operations.ts'

type Variables = { id: string; idempotencyKey?: string | null }
type Mutations = {
  delete: TypedDocumentString<{ deleted: { trashId: string | null } }, Variables>
  duplicate: TypedDocumentString<unknown, Variables>
}

/** The GraphQL mutations that delete and duplicate a course, a module, a lesson or a block. */
export const deleteAndDuplicateMutationsByLevel: Record<NodeKind, Mutations> = {
  course: { delete: DeleteCourseDocument, duplicate: DuplicateCourseDocument },
  module: { delete: DeleteModuleDocument, duplicate: DuplicateModuleDocument },
  lesson: { delete: DeleteLessonDocument, duplicate: DuplicateLessonDocument },
  block: { delete: DeleteBlockDocument, duplicate: DuplicateBlockDocument },
}
