/** A course in memory, with the fields that the tests change. */
export type Block = { id: string; key: string | null; type: string; content: Record<string, unknown> }
export type Lesson = {
  id: string
  key: string | null
  name: string
  description: string | null
  objectives: string[]
  blocks: Block[]
}
export type Module = { id: string; key: string | null; name: string; description: string | null; lessons: Lesson[] }
export type Course = { name: string; description: string | null; modules: Module[] }

/** Returns the part of a course tree, or of a release, that is in the model. */
export const contentOf = ({ name, description, modules }: Course): Course => ({
  name,
  description,
  modules: modules.map(({ id, key, name, description, lessons }) => ({
    id,
    key,
    name,
    description,
    lessons: lessons.map(({ id, key, name, description, objectives, blocks }) => ({
      id,
      key,
      name,
      description,
      objectives,
      blocks: blocks.map(({ id, key, type, content }) => ({ id, key, type, content })),
    })),
  })),
})

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const lessonsOf = ({ modules }: Course) => modules.flatMap(({ lessons }) => lessons)
export const blocksOf = (course: Course) => lessonsOf(course).flatMap(({ blocks }) => blocks)

export const parentOf = (course: Course, lessonId: string) =>
  course.modules.find(({ lessons }) => lessons.some(({ id }) => id === lessonId))

/** Inserts a member after the nearest member before it in `order` that the list has, or else first. */
function insertLike<T extends { id: string }>(list: T[], member: T, order: readonly { id: string }[]): void {
  const earlier = order.slice(
    0,
    order.findIndex(({ id }) => id === member.id),
  )
  const before = earlier.findLast(({ id }) => list.some((one) => one.id === id))
  list.splice(before ? list.findIndex(({ id }) => id === before.id) + 1 : 0, 0, member)
}

/** The live course with some lessons of the draft, or undefined if the result would have a block twice. */
export function publishSome(live: Course, draft: Course, ids: readonly string[]): Course | undefined {
  const result = structuredClone(live)
  for (const id of ids) {
    const [old, wanted] = [parentOf(result, id), parentOf(draft, id)]
    const lesson = wanted && structuredClone(wanted.lessons.find((one) => one.id === id)!)
    const at = old ? old.lessons.findIndex((one) => one.id === id) : -1
    if (lesson && old?.id === wanted.id) old.lessons[at] = lesson
    else {
      old?.lessons.splice(at, 1)
      if (!lesson) continue
      const found = result.modules.find((one) => one.id === wanted.id)
      const target = found ?? { ...wanted, lessons: [] }
      if (!found) insertLike(result.modules, target, draft.modules)
      insertLike(target.lessons, lesson, wanted.lessons)
    }
  }
  const isEmpty = ({ id, lessons }: { id: string; lessons: unknown[] }) =>
    lessons.length === 0 && live.modules.some((one) => one.id === id && one.lessons.length > 0)
  result.modules = result.modules.filter((module) => !isEmpty(module))
  const blockIds = blocksOf(result).map(({ id }) => id)
  return new Set(blockIds).size === blockIds.length ? result : undefined
}

/** The draft with one lesson of a release: in its place, or where the release has it. */
export function restoreLesson(draft: Course, release: Course, id: string): Course {
  const result = structuredClone(draft)
  const from = parentOf(release, id)!
  const lesson = structuredClone(from.lessons.find((one) => one.id === id)!)
  const ids = new Set(lesson.blocks.map((block) => block.id))
  for (const other of lessonsOf(result)) other.blocks = other.blocks.filter((block) => !ids.has(block.id))
  const present = parentOf(result, id)
  if (present) present.lessons = present.lessons.map((one) => (one.id === id ? lesson : one))
  else {
    const module = result.modules.find((one) => one.id === from.id)
    if (module) insertLike(module.lessons, lesson, from.lessons)
    else result.modules.push({ ...structuredClone(from), lessons: [lesson] })
  }
  return result
}
