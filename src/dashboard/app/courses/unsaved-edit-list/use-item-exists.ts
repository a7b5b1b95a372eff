import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { runGraphqlOperation } from '../../api/request.ts'
import {
  BlockExistsDocument,
  CourseExistsDocument,
  LessonExistsDocument,
  ModuleExistsDocument,
  type NodeKind,
  type TypedDocumentString,
} from '../../generated/operations.ts'

const documents: Record<NodeKind, TypedDocumentString<unknown, { id: string }>> = {
  course: CourseExistsDocument,
  module: ModuleExistsDocument,
  lesson: LessonExistsDocument,
  block: BlockExistsDocument,
}

async function exists(level: NodeKind, id: string): Promise<boolean> {
  try {
    await runGraphqlOperation(documents[level], { id })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return false
    throw error
  }
}

/**
 * Returns whether an item exists, or undefined until the API answers. Returns true for an unsaved edit that requires no
 * item.
 */
export const useItemExists = (item: { level: NodeKind; id: string } | undefined): boolean | undefined =>
  useQuery({
    queryKey: ['Exists', item],
    queryFn: () => item === undefined || exists(item.level, item.id),
    staleTime: 0,
  }).data
