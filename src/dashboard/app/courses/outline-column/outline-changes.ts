import type { TreeLessonInput, TreeModuleInput } from '../../generated/later-operations.ts'
import type { DraftLesson, DraftModule, DropTarget } from '../outline/moves.ts'
import type { PastedOutline } from './pasted-titles.ts'

type Fields = Omit<TreeLessonInput, 'id' | 'blocks'> & { id?: undefined }
/** A lesson in the outline that an author wants: an existing one, or the fields of a new one. */
export type NextLesson = DraftLesson | Fields
/** A module in the outline that an author wants. */
export type NextModule = (Omit<DraftModule, 'lessons'> | Fields) & { lessons: readonly NextLesson[] }

/** Returns the names of the modules and lessons that `putCourseTree` gets: all modules, and the lessons of changed ones. */
export function makeTreeInput(before: readonly DraftModule[], after: readonly NextModule[]): TreeModuleInput[] {
  const toLesson = (lesson: NextLesson): TreeLessonInput =>
    lesson.id === undefined ? lesson : { id: lesson.id, name: lesson.name }
  return after.map((module): TreeModuleInput => {
    const lessons = module.lessons.map(toLesson)
    if (module.id === undefined) return { ...module, lessons }
    const known = before.find(({ id }) => id === module.id)?.lessons ?? []
    const isSame = known.length === lessons.length && known.every(({ id }, index) => id === lessons[index]!.id)
    return { id: module.id, name: module.name, ...(!isSame && { lessons }) }
  })
}

/** The place of a new title: after a module or lesson, or first if `after` is undefined. */
export type TitlePlace = { moduleId: string | undefined; after: string | undefined }

const insertAfter = <Item extends { id?: string | undefined }>(
  items: readonly Item[],
  after: string | undefined,
  inserted: readonly Item[],
): Item[] => {
  const index = items.findIndex(({ id }) => id === after)
  return items.toSpliced(after === undefined ? 0 : index < 0 ? items.length : index + 1, 0, ...inserted)
}

/** Adds pasted lessons to the module of `place`, and pasted modules below that module. */
export function insertPastedOutline(
  modules: readonly DraftModule[],
  { moduleId, after }: TitlePlace,
  pasted: PastedOutline,
): NextModule[] {
  const withLessons = modules.map(
    (module): NextModule =>
      module.id === moduleId && pasted.lessons.length > 0
        ? {
            ...module,
            lessons: insertAfter<NextLesson>(
              module.lessons,
              after,
              pasted.lessons.map((name) => ({ name })),
            ),
          }
        : module,
  )
  const added = pasted.modules.map(({ name, lessons }) => ({
    name,
    lessons: lessons.map((title) => ({ name: title })),
  }))
  return insertAfter<NextModule>(withLessons, moduleId ?? after, added)
}

/** Leaves out modules and lessons. */
export const leaveOut = (modules: readonly DraftModule[], ids: ReadonlySet<string>): DraftModule[] =>
  modules
    .filter(({ id }) => !ids.has(id))
    .map((module) =>
      module.lessons.some(({ id }) => ids.has(id))
        ? { ...module, lessons: module.lessons.filter(({ id }) => !ids.has(id)) }
        : module,
    )

/** Moves lessons together to a place among the other lessons, or to the end of a module. */
export function moveLessons(
  modules: readonly DraftModule[],
  ids: ReadonlySet<string>,
  target: DropTarget,
): DraftModule[] {
  const moved = modules.flatMap(({ lessons }) => lessons.filter(({ id }) => ids.has(id)))
  return leaveOut(modules, ids).map((module) => {
    const index =
      module.id === target.id ? module.lessons.length : module.lessons.findIndex(({ id }) => id === target.id)
    if (index < 0) return module
    return { ...module, lessons: module.lessons.toSpliced(target.at === 'after' ? index + 1 : index, 0, ...moved) }
  })
}

/** What a module and a lesson have in common, but for the key, which stays with the record until it is deleted. */
const getFields = (item: DraftModule | DraftLesson, attributes: Record<string, unknown>): Fields => ({
  name: item.name,
  description: item.description,
  durationMinutes: item.durationMinutes,
  objectives: item.objectives,
  prerequisites: item.prerequisites,
  optional: item.optional,
  attributes,
})

/** Makes a module the last lesson of the module above. */
export function makeModuleALesson(
  modules: readonly DraftModule[],
  module: DraftModule,
  attributes: Record<string, unknown>,
): NextModule[] {
  const above = modules[modules.findIndex(({ id }) => id === module.id) - 1]
  return modules
    .filter(({ id }) => id !== module.id)
    .map((other) =>
      other.id === above?.id ? { ...other, lessons: [...other.lessons, getFields(module, attributes)] } : other,
    )
}

/** Makes a lesson a module below its module. The other lessons stay where they are. */
export function makeLessonAModule(
  modules: readonly DraftModule[],
  lesson: DraftLesson,
  attributes: Record<string, unknown>,
): NextModule[] {
  const index = modules.findIndex(({ lessons }) => lessons.some(({ id }) => id === lesson.id))
  const without: NextModule[] = leaveOut(modules, new Set([lesson.id]))
  return without.toSpliced(index + 1, 0, { ...getFields(lesson, attributes), lessons: [] })
}
