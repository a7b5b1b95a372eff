import type { DraftLesson, DraftModule } from '../outline/moves.ts'

/** A module or lesson that has no id yet: its title is being written or saved. Until then, `key` is in place of the id. */
export type NewTitle = {
  key: string
  level: 'module' | 'lesson'
  /** The module of a new lesson: its id or key. */
  moduleId: string | undefined
  /** The id or key of the module or lesson above. Undefined for the first. */
  after: string | undefined
  name: string
}

const emptyFields = {
  description: null,
  durationMinutes: null,
  objectives: [],
  prerequisites: [],
  optional: false,
  version: 0,
  order: 0,
}

const insert = <Item extends { id: string }>(items: readonly Item[], item: Item, after: string | undefined): Item[] => {
  const index = items.findIndex(({ id }) => id === after)
  return items.toSpliced(after === undefined ? 0 : index < 0 ? items.length : index + 1, 0, item)
}

/**
 * Shows new titles among the modules and lessons of a course. `ids` has the ids of those that were saved, which may be in
 * `modules` already.
 */
export function placeNewTitles(
  modules: readonly DraftModule[],
  titles: readonly NewTitle[],
  ids: ReadonlyMap<string, string>,
): DraftModule[] {
  const known = new Set(modules.flatMap(({ id, lessons }) => [id, ...lessons.map((lesson) => lesson.id)]))
  const resolve = (idOrKey: string | undefined) => {
    const id = idOrKey === undefined ? undefined : ids.get(idOrKey)
    return id !== undefined && known.has(id) ? id : idOrKey
  }
  let placed = [...modules]
  for (const { key, level, moduleId, after, name } of titles) {
    if (known.has(ids.get(key) ?? '')) continue
    const item = { ...emptyFields, id: key, key: null, name }
    if (level === 'module') placed = insert(placed, { ...item, lessons: [] }, resolve(after))
    else
      placed = placed.map((module) =>
        module.id === resolve(moduleId)
          ? { ...module, lessons: insert<DraftLesson>(module.lessons, item, resolve(after)) }
          : module,
      )
  }
  return placed
}

/** Makes a new title a lesson of the module above. Returns undefined if there is no module above. */
export function lowerNewTitle(modules: readonly DraftModule[], title: NewTitle): NewTitle | undefined {
  const above = modules.findLast((_, index) => modules[index + 1]?.id === title.key)
  if (title.level === 'lesson' || !above) return undefined
  return { ...title, level: 'lesson', moduleId: above.id, after: above.lessons.at(-1)?.id }
}

/** Makes a new title a module below its module. Returns undefined for a module. */
export const raiseNewTitle = (title: NewTitle): NewTitle | undefined =>
  title.level === 'module' ? undefined : { ...title, level: 'module', moduleId: undefined, after: title.moduleId }

/** Returns the place of a new title after a module or lesson, on the same level. */
export function makePlaceAfter(modules: readonly DraftModule[], id: string): Omit<NewTitle, 'key' | 'name'> {
  const module = modules.find(({ lessons }) => lessons.some((lesson) => lesson.id === id))
  return { level: module ? 'lesson' : 'module', moduleId: module?.id, after: id }
}
