import { useMemo } from 'react'
import { useRoute } from 'wouter'
import { useApiQuery } from '../api/hooks.ts'
import { OutlineDocument } from '../generated/operations.ts'
import { type CoursePart, listCourseParts } from './course-parts.ts'

const none: readonly CoursePart[] = []

/** Returns the modules and lessons of the course that the page shows. Until they are loaded, the list is empty. */
export function useCourseParts(): readonly CoursePart[] {
  const [, params] = useRoute('/courses/:courseId/*?')
  const { data } = useApiQuery(OutlineDocument, { id: params?.courseId ?? '' }, { isEnabled: params !== null })
  const modules = data?.courseTree?.modules
  return useMemo(() => (modules ? listCourseParts(modules) : none), [modules])
}
