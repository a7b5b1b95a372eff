import { useApiQuery } from '../../../api/hooks.ts'
import { ReleaseOutlineDocument } from '../../../generated/later-operations.ts'
import { OutlineDocument } from '../../../generated/operations.ts'
import type { ModuleAndLessonNames } from './group-changes.ts'

/** The result of a query for the names of the modules and lessons of a draft or a release. */
type OutlineQuery = { data: ModuleAndLessonNames | undefined; error: Error | null; refetch(): Promise<unknown> }

const none: OutlineQuery = { data: [], error: null, refetch: () => Promise.resolve() }

/** Loads the names of the modules and lessons of the draft, and the number of its blocks. */
export function useDraftOutline(courseId: string, isEnabled = true): OutlineQuery & { blockCount: number } {
  const { data, error, refetch } = useApiQuery(OutlineDocument, { id: courseId }, { isEnabled })
  return { data: data?.courseTree?.modules, blockCount: data?.course?.blockCount ?? 0, error, refetch }
}

/** Loads the names of the modules and lessons of a release. */
export function useReleaseOutline(courseId: string, number: number | undefined): OutlineQuery {
  const { data, error, refetch } = useApiQuery(
    ReleaseOutlineDocument,
    { courseId, number: number ?? 0 },
    { isEnabled: number !== undefined },
  )
  const names = data?.release?.modules.map(({ moduleId, name, lessons }) => ({
    id: moduleId,
    name,
    lessons: lessons.map((lesson) => ({ id: lesson.lessonId, name: lesson.name })),
  }))
  return { data: names, error, refetch }
}

/**
 * Loads the names of the modules and lessons on one side of a comparison. `side` is `draft` or the number of a release.
 * For any other `side`, the list is empty.
 */
export function useDraftOrReleaseOutline(courseId: string, side: string | undefined): OutlineQuery {
  const number = side !== undefined && /^\d+$/.test(side) ? Number(side) : undefined
  const draft = useDraftOutline(courseId, side === 'draft')
  const release = useReleaseOutline(courseId, number)
  if (side === 'draft') return draft
  return number === undefined ? none : release
}
