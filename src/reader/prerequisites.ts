import type { Outline, ReleaseLesson } from '../releases/content/outline.ts'

/**
 * A lesson or module that a learner should finish first. `lessonId` is the lesson to open: for a module, its first
 * lesson.
 */
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
 * Returns the prerequisites of a lesson's module and of the lesson. Leaves out unknown keys, modules without lessons,
 * and links to the lesson itself.
 */
export function findPrerequisites(outline: Outline, lesson: ReleaseLesson): Prerequisite[] {
  const module = outline.modules.find(({ lessons }) => lessons.some(({ id }) => id === lesson.id))
  const keys = new Set([...(module?.prerequisites ?? []), ...lesson.prerequisites])
  if (keys.size === 0) return []
  const byKey = listByKey(outline)
  return [...keys].flatMap((key) => byKey.get(key) ?? []).filter(({ lessonId }) => lessonId !== lesson.id)
}
