import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import { UpdateLessonDocument, UpdateModuleDocument } from '../../generated/operations.ts'
import { type CoursePart, proposeKey } from '../course-parts.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'

/**
 * Returns a function that gives the key of a module or lesson. If it has none, the function saves a key that its name
 * suggests. If that fails, it returns undefined.
 */
export function useKeyOfPart() {
  const module = useIdempotentMutation(UpdateModuleDocument, courseQueriesToInvalidate)
  const lesson = useIdempotentMutation(UpdateLessonDocument, courseQueriesToInvalidate)
  async function getKey(part: CoursePart, parts: readonly CoursePart[]): Promise<string | undefined> {
    if (part.key !== null) return part.key
    const key = proposeKey(part, parts)
    const input = { key }
    const saved = await (part.level === 'module'
      ? module.run({ id: part.id, input })
      : lesson.run({ id: part.id, input }))
    return saved && key
  }
  return { getKey, isPending: module.isPending || lesson.isPending, error: module.error ?? lesson.error }
}
