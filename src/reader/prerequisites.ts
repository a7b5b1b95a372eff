import type { FrozenLesson, Outline } from '../releases/content/outline.ts'

/** A lesson or module to finish first. `lessonId` is the id of the lesson, or of the first lesson of the module. */
type Prerequisite = { name: string; lessonId: string }

function listByKey({ modules }: Outline): Map<string, Prerequisite> {
  const byKey = new Map<string, Prerequisite>()
  for (const module of modules) {
    const [first] = module.lessons
    if (first && module.key !== null) byKey.set(module.key, { name: module.name, lessonId: first.id })
    for (const { id, key, name } of module.lessons) if (key !== null) byKey.set(key, { name, lessonId: id })
  }
  return byKey
}

/**
 * Returns what a learner should finish before a lesson: the prerequisites of its module, then those of the lesson
 * itself. Leaves out keys that the release does not contain, modules without lessons, and the lesson itself.
 */
export function findPrerequisites(outline: Outline, lesson: FrozenLesson): Prerequisite[] {
  const module = outline.modules.find(({ lessons }) => lessons.some(({ id }) => id === lesson.id))
  const keys = new Set([...(module?.prerequisites ?? []), ...lesson.prerequisites])
  if (keys.size === 0) return []
  const byKey = listByKey(outline)
  return [...keys].flatMap((key) => byKey.get(key) ?? []).filter(({ lessonId }) => lessonId !== lesson.id)
}
