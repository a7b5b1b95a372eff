import { makeInvalidRequestError } from '../../platform/errors.ts'
import type { Outline, OutlineLesson, OutlineModule } from '../content/outline.ts'

type Place = { lesson: OutlineLesson; module: OutlineModule }

const placesOf = ({ modules }: Outline): Map<string, Place> =>
  new Map(modules.flatMap((module) => module.lessons.map((lesson) => [lesson.id, { lesson, module }] as const)))

/**
 * Inserts `entry` into `list`, after the closest predecessor of `entry` in `order` that `list` contains. If `list`
 * contains no predecessor of `entry`, inserts `entry` at the start.
 */
function insertInOrder<T extends { id: string }>(list: T[], entry: T, order: readonly { id: string }[]): void {
  const positions = new Map(list.map(({ id }, index) => [id, index]))
  const place = order.findIndex(({ id }) => id === entry.id)
  const before = order.slice(0, place).findLast(({ id }) => positions.has(id))
  list.splice(before ? positions.get(before.id)! + 1 : 0, 0, entry)
}

/**
 * Returns a copy of the live outline in which the given lessons are as in the draft.
 * @throws ApiError `invalid_request` for an unknown lesson
 */
export function copyOutlineWithDraftLessons(live: Outline, draft: Outline, lessonIds: readonly string[]): Outline {
  const outline: Outline = { ...live, modules: live.modules.map((one) => ({ ...one, lessons: [...one.lessons] })) }
  const [before, after] = [placesOf(outline), placesOf(draft)]
  const ids = lessonIds.map((id) => id.toLowerCase())
  const problems = ids.flatMap((id, index) =>
    before.has(id) || after.has(id)
      ? []
      : [{ path: `lessonIds.${index}`, message: 'is neither a lesson of the draft nor of the live release' }],
  )
  if (problems.length > 0) throw makeInvalidRequestError(problems)
  for (const id of new Set(ids)) {
    const [old, wanted] = [before.get(id), after.get(id)]
    const oldIndex = old ? old.module.lessons.findIndex((lesson) => lesson.id === id) : -1
    if (old && wanted?.module.id === old.module.id) old.module.lessons[oldIndex] = wanted.lesson
    else {
      // If the lesson was deleted or moved in the draft, it is removed from its old module in the copy.
      old?.module.lessons.splice(oldIndex, 1)
      // A new or moved lesson comes after the same lesson as in the draft, if possible.
      if (wanted)
        insertInOrder(findOrAddModule(outline, draft, wanted.module).lessons, wanted.lesson, wanted.module.lessons)
    }
  }
  // A module that loses its last lesson is removed from the copy.
  const modulesWithLessons = new Set(live.modules.filter(({ lessons }) => lessons.length > 0).map(({ id }) => id))
  const modules = outline.modules.filter(({ id, lessons }) => lessons.length > 0 || !modulesWithLessons.has(id))
  return { ...outline, modules }
}

/**
 * Returns the module of `outline` that has the same id as `module`. If `outline` has no such module, adds one with the
 * fields of `module` and without lessons.
 */
function findOrAddModule(outline: Outline, draft: Outline, module: OutlineModule): OutlineModule {
  const found = outline.modules.find(({ id }) => id === module.id)
  if (found) return found
  const added = { ...module, lessons: [] }
  insertInOrder(outline.modules, added, draft.modules)
  return added
}
