import { ApiError } from '../api/api-error.ts'
import { runGraphqlOperation } from '../api/request.ts'
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

/**
 * Deletes a module, lesson or block. Returns its entry in the trash, or null if somebody else has deleted it.
 * @throws ApiError
 */
export async function deleteOrFindDeleted(level: NodeKind, id: string, idempotencyKey: string): Promise<string | null> {
  try {
    const { deleted } = await runGraphqlOperation(deleteAndDuplicateMutationsByLevel[level].delete, {
      id,
      idempotencyKey,
    })
    return deleted.trashId
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  }
}
