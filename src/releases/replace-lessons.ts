import { makeInvalidRequestError } from '../platform/errors.ts'
import type { Outline, OutlineLesson, OutlineModule } from './content/outline.ts'

type Place = { lesson: OutlineLesson; module: OutlineModule }

const placesOf = ({ modules }: Outline): Map<string, Place> =>
  new Map(modules.flatMap((module) => module.lessons.map((lesson) => [lesson.id, { lesson, module }] as const)))

/** Inserts a member after the nearest of the members before it in `order` that the list has, or else at the beginning. */
function insertInOrder<T extends { id: string }>(list: T[], member: T, order: readonly { id: string }[]): void {
  const positions = new Map(list.map(({ id }, index) => [id, index]))
  const place = order.findIndex(({ id }) => id === member.id)
  const before = order.slice(0, place).findLast(({ id }) => positions.has(id))
  list.splice(before ? positions.get(before.id)! + 1 : 0, 0, member)
}

/**
 * Returns the outline of the live release in which some lessons are those of the draft. A lesson that the draft has no
 * longer is left out. A new lesson gets the place that it has in the draft, in a new module if it is in one.
 * @throws ApiError `invalid_request` for an id that neither the draft nor the live release has
 */
export function replaceLessons(live: Outline, draft: Outline, lessonIds: readonly string[]): Outline {
  const outline: Outline = { ...live, modules: live.modules.map((one) => ({ ...one, lessons: [...one.lessons] })) }
  const [before, after] = [placesOf(outline), placesOf(draft)]
  const ids = lessonIds.map((id) => id.toLowerCase())
  const problems = ids.flatMap((id, index) =>
    before.has(id) || after.has(id)
      ? []
      : [{ path: `lessonIds.${index}`, message: 'is no lesson of the draft or of the live release' }],
  )
  if (problems.length > 0) throw makeInvalidRequestError(problems)
  for (const id of new Set(ids)) {
    const [old, wanted] = [before.get(id), after.get(id)]
    const oldIndex = old ? old.module.lessons.findIndex((lesson) => lesson.id === id) : -1
    if (old && wanted?.module.id === old.module.id) old.module.lessons[oldIndex] = wanted.lesson
    else {
      old?.module.lessons.splice(oldIndex, 1)
      if (wanted)
        insertInOrder(findOrAddModule(outline, draft, wanted.module).lessons, wanted.lesson, wanted.module.lessons)
    }
  }
  return outline
}

/** Returns the module of the live outline with this id. A module that the live release lacks is added without lessons. */
function findOrAddModule(outline: Outline, draft: Outline, module: OutlineModule): OutlineModule {
  const found = outline.modules.find(({ id }) => id === module.id)
  if (found) return found
  const added = { ...module, lessons: [] }
  insertInOrder(outline.modules, added, draft.modules)
  return added
}
