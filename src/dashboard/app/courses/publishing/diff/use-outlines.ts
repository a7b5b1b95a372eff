import { useApiQuery } from '../../../api/hooks.ts'
import { ReleaseOutlineDocument } from '../../../generated/later-operations.ts'
import { OutlineDocument } from '../../../generated/operations.ts'
import type { OutlineNames } from './group-changes.ts'

const none: OutlineNames = []

/** Returns the names of the modules and lessons of the draft. Returns undefined while the names are loading. */
export function useDraftOutline(courseId: string, isEnabled = true): OutlineNames | undefined {
  const { data } = useApiQuery(OutlineDocument, { id: courseId }, { isEnabled })
  return data?.courseTree?.modules
}

/** Returns the names of the modules and lessons of a release. Returns undefined while the names are loading. */
export function useReleaseOutline(courseId: string, number: number | undefined): OutlineNames | undefined {
  const { data } = useApiQuery(
    ReleaseOutlineDocument,
    { courseId, number: number ?? 0 },
    { isEnabled: number !== undefined },
  )
  return data?.release?.modules.map(({ moduleId, name, lessons }) => ({
    id: moduleId,
    name,
    lessons: lessons.map((lesson) => ({ id: lesson.lessonId, name: lesson.name })),
  }))
}

/**
 * Returns the names of the modules and lessons of the draft or of a release. `side` is `draft` or the number of the
 * release. Returns undefined while the names are loading. For any other `side`, returns an empty list.
 */
export function useDraftOrReleaseOutline(courseId: string, side: string | undefined): OutlineNames | undefined {
  const number = side !== undefined && /^\d+$/.test(side) ? Number(side) : undefined
  const draft = useDraftOutline(courseId, side === 'draft')
  const release = useReleaseOutline(courseId, number)
  if (side === 'draft') return draft
  return number === undefined ? none : release
}
