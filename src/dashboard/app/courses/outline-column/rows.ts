import type { DraftLesson, DraftModule } from '../outline/moves.ts'

type Position = { position: number; count: number }
/** A row of the outline: a module or a lesson, with its place among its siblings. */
export type OutlineRow = Position &
  (
    | { level: 'module'; item: DraftModule; isExpanded: boolean }
    | { level: 'lesson'; item: DraftLesson; module: DraftModule }
  )

/** Lists the rows that the outline shows: the modules, and the lessons of expanded modules. */
export const listOutlineRows = (
  modules: readonly DraftModule[],
  isExpanded: (moduleId: string) => boolean,
): OutlineRow[] =>
  modules.flatMap((module, index): OutlineRow[] => [
    { level: 'module', item: module, isExpanded: isExpanded(module.id), position: index + 1, count: modules.length },
    ...(isExpanded(module.id) ? module.lessons : []).map(
      (lesson, at): OutlineRow => ({
        level: 'lesson',
        item: lesson,
        module,
        position: at + 1,
        count: module.lessons.length,
      }),
    ),
  ])

/** Returns the lesson after another one, or else the one before it, that is not among those that are deleted. */
export function findNextLesson(
  modules: readonly DraftModule[],
  id: string,
  deletedIds: ReadonlySet<string>,
): DraftLesson | undefined {
  const lessons = modules.flatMap((module) => module.lessons)
  const index = lessons.findIndex((lesson) => lesson.id === id)
  const isLeft = (lesson: DraftLesson) => !deletedIds.has(lesson.id)
  return lessons.slice(index).find(isLeft) ?? lessons.slice(0, Math.max(index, 0)).findLast(isLeft)
}
