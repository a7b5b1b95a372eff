import type { OutlineQuery } from '../../generated/operations.ts'

/** A module of the draft, with its lessons. */
export type DraftModule = NonNullable<OutlineQuery['courseTree']>['modules'][number]
export type DraftLesson = DraftModule['lessons'][number]

/**
 * The place where the user drops a module or lesson: before or after another item, or on a module. A lesson that is
 * dropped on a module becomes its last lesson.
 */
export type DropTarget = { id: string; at: 'before' | 'after' | 'on' }

/**
 * A planned move of a module or lesson. `modules` are the modules after the move. The other values are the name and the
 * arguments of the mutation that saves the move.
 */
export type OutlineMovePlan =
  | { mutation: 'reorderModules'; modules: DraftModule[]; ids: string[] }
  | { mutation: 'reorderLessons'; modules: DraftModule[]; moduleId: string; ids: string[] }
  | { mutation: 'moveLesson'; modules: DraftModule[]; moduleId: string; lessonId: string; order: number | undefined }

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

function insertAt<Item extends { id: string }>(items: readonly Item[], item: Item, { id, at }: DropTarget): Item[] {
  const others = items.filter((other) => other.id !== item.id)
  const index = others.findIndex((other) => other.id === id)
  return at === 'on' || index < 0 ? [...others, item] : others.toSpliced(at === 'after' ? index + 1 : index, 0, item)
}

/** Returns the module that contains a lesson, or undefined if no module contains the lesson. */
export const findModuleOfLesson = (modules: readonly DraftModule[], lessonId: string) =>
  modules.find(({ lessons }) => lessons.some(({ id }) => id === lessonId))

/**
 * Returns the id of the row that gets the focus after an item is deleted. This row is the next sibling, if there is
 * one. Otherwise, it is the previous sibling, or the module of an only lesson.
 */
export function findRowToFocusAfterDeletion(modules: readonly DraftModule[], id: string): string | undefined {
  const module = findModuleOfLesson(modules, id)
  const siblings = idsOf(module ? module.lessons : modules)
  const index = siblings.indexOf(id)
  return siblings[index + 1] ?? siblings[index - 1] ?? module?.id
}

// `renumber` and `placeWithOrder` compute the same `order` values as the API.
// The page needs the values before the API responds, because the author can already start the next move.

/** Sets the `order` of each lesson to its index, as the API does after `reorderLessons`. */
const renumber = (lessons: readonly DraftLesson[]) => lessons.map((lesson, order) => ({ ...lesson, order }))

/**
 * Sets the `order` of the lesson that was moved into the module. Adds one to the `order` of each other lesson with an
 * equal or higher `order`. If `order` is undefined, the moved lesson becomes the last lesson.
 */
function placeWithOrder(lessons: readonly DraftLesson[], moved: DraftLesson, order: number | undefined): DraftLesson[] {
  // Removed lessons leave gaps, so the highest `order` can be higher than the last index.
  const last = Math.max(-1, ...lessons.filter(({ id }) => id !== moved.id).map((lesson) => lesson.order))
  return lessons.map((lesson) => {
    if (lesson.id === moved.id) return { ...lesson, order: order ?? last + 1 }
    return order !== undefined && lesson.order >= order ? { ...lesson, order: lesson.order + 1 } : lesson
  })
}

function planLessonMove(
  modules: DraftModule[],
  from: DraftModule,
  lesson: DraftLesson,
  target: DropTarget,
): OutlineMovePlan | undefined {
  const to = modules.find(({ id }) => id === target.id) ?? findModuleOfLesson(modules, target.id)
  if (!to) return undefined
  const placed = insertAt(to.lessons, lesson, target)
  // The moved lesson gets the `order` of the next lesson in the new list. The API moves the next lessons down.
  // Without a next lesson, `order` is undefined, and the API puts the moved lesson at the end.
  const order = from === to ? undefined : placed[placed.indexOf(lesson) + 1]?.order
  const lessons = from === to ? renumber(placed) : placeWithOrder(placed, lesson, order)
  const next = modules.map((module) => {
    if (module.id === to.id) return { ...module, lessons }
    if (module.id !== from.id) return module
    return { ...module, lessons: module.lessons.filter(({ id }) => id !== lesson.id) }
  })
  if (to.id === from.id) return { mutation: 'reorderLessons', modules: next, moduleId: to.id, ids: idsOf(lessons) }
  return { mutation: 'moveLesson', modules: next, moduleId: to.id, lessonId: lesson.id, order }
}

/**
 * Returns the drop target of a dragged module, or undefined if the module cannot be dropped there. A module can be
 * dropped above a module, or below the last visible row of a module.
 */
export function findModuleDropTarget(
  modules: readonly DraftModule[],
  { id, at }: DropTarget,
  isCollapsed: (moduleId: string) => boolean,
): DropTarget | undefined {
  const module = modules.find((candidate) => candidate.id === id)
  if (module) {
    const hasNoRowBelow = module.lessons.length === 0 || isCollapsed(id)
    return at === 'before' || (at === 'after' && hasNoRowBelow) ? { id, at } : undefined
  }
  const parent = findModuleOfLesson(modules, id)
  return at === 'after' && parent?.lessons.at(-1)?.id === id ? { id: parent.id, at } : undefined
}

/** Plans the move of a module or lesson to a drop target. Returns undefined if the item cannot move to that target. */
export function planOutlineMove(modules: DraftModule[], id: string, target: DropTarget): OutlineMovePlan | undefined {
  if (id === target.id) return undefined
  const module = modules.find((candidate) => candidate.id === id)
  if (module) {
    if (target.at === 'on' || !modules.some((candidate) => candidate.id === target.id)) return undefined
    const next = insertAt(modules, module, target)
    return { mutation: 'reorderModules', modules: next, ids: idsOf(next) }
  }
  const from = findModuleOfLesson(modules, id)
  const lesson = from?.lessons.find((candidate) => candidate.id === id)
  return from && lesson && planLessonMove(modules, from, lesson, target)
}

/**
 * Returns the drop target one position up or down. The first or last lesson of a module moves to the neighboring
 * module.
 */
export function findNeighborDropTarget(modules: DraftModule[], id: string, step: -1 | 1): DropTarget | undefined {
  const at = step < 0 ? 'before' : 'after'
  const ownIndex = modules.findIndex((module) => module.id === id)
  if (ownIndex >= 0) return modules[ownIndex + step] && { id: modules[ownIndex + step]!.id, at }
  const moduleIndex = modules.findIndex(({ lessons }) => lessons.some((lesson) => lesson.id === id))
  const lessons = modules[moduleIndex]?.lessons ?? []
  const sibling = lessons[lessons.findIndex((lesson) => lesson.id === id) + step]
  if (sibling) return { id: sibling.id, at }
  const nextModule = modules[moduleIndex + step]
  const firstLesson = nextModule?.lessons[0]
  if (step > 0 && firstLesson) return { id: firstLesson.id, at: 'before' }
  return nextModule && { id: nextModule.id, at: 'on' }
}
