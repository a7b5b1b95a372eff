import { useLocation } from 'wouter'
import { showErrorToast } from '../../ui/toast-queue.ts'
import { type DraftModule, type DropTarget, findModuleOfLesson, findNeighborDropTarget } from '../outline/moves.ts'
import { useMoveOutlineItem } from '../outline/use-move.ts'
import { makeCoursePath, makeLessonEditorPath } from '../paths.ts'
import { useRangeSelection } from '../use-range-selection.ts'
import { findNextLesson, listOutlineRows } from './rows.ts'
import { useExpandedModules } from './use-expanded-modules.ts'
import { useLessonGroup } from './use-lesson-group.ts'
import { useLevelChange } from './use-level-change.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useTitles } from './use-titles.ts'
import { useWriteOutline } from './use-write-outline.ts'

type Options = { courseId: string; modules: DraftModule[]; lessonId: string; announce(text: string): void }

/** Returns the rows of the outline beside a lesson, and the functions that change the outline. */
export function useOutlineEditing({ courseId, modules, lessonId, announce }: Options) {
  const [, navigate] = useLocation()
  const writer = useWriteOutline(courseId)
  const titles = useTitles(modules, writer)
  const { edit, shownModules } = titles
  const { isExpanded, setExpanded } = useExpandedModules(shownModules, lessonId)
  const rows = listOutlineRows(shownModules, isExpanded)
  const focus = useRowFocus(rows, lessonId, titles.resolve)
  const selection = useRangeSelection(
    rows.map(({ level, item }) => ({ id: item.id, isSelectable: level === 'lesson' })),
    'lesson',
    announce,
  )
  const { selectedIds } = selection
  const move = useMoveOutlineItem(courseId, modules, announce)
  const group = useLessonGroup(writer, announce)
  const changeLevel = useLevelChange(writer, lessonId)
  const selectedLessons = modules.flatMap(({ lessons }) => lessons.filter(({ id }) => selectedIds.has(id)))

  function expandModuleOf(id: string): void {
    const module = findModuleOfLesson(writer.getModules(), id)
    if (module) setExpanded(module.id, true)
  }
  /** Leaves the page if its lesson was deleted, and moves the focus to another row. */
  function leaveDeleted(ids: ReadonlySet<string>, next: string | undefined): void {
    focus.focusRow(next)
    if (!ids.has(lessonId)) return
    const left = findNextLesson(modules, lessonId, ids)
    navigate(left ? makeLessonEditorPath(courseId, left.id) : makeCoursePath(courseId))
  }
  function deleteLessons(ids: ReadonlySet<string>): void {
    const lessons = modules.flatMap((module) => module.lessons.filter(({ id }) => ids.has(id)))
    const isLeft = (row: (typeof rows)[number]) => !ids.has(row.item.id)
    const last = rows.findLastIndex((row) => !isLeft(row))
    const next = rows.slice(last).find(isLeft) ?? rows.findLast(isLeft)
    selection.clear()
    leaveDeleted(ids, next?.item.id)
    void group.remove(lessons)
  }
  /** Returns the place for the selected lessons one position up or down. */
  function findGroupTarget(step: -1 | 1): DropTarget | undefined {
    const edge = step < 0 ? selectedLessons[0] : selectedLessons.at(-1)
    return edge && findNeighborDropTarget(modules, edge.id, step)
  }
  /** Moves a module or lesson, or the selected lessons if it is one of them. */
  async function moveRow(id: string, step: -1 | 1): Promise<void> {
    if (!titles.isSaved(id) || edit?.newTitle) {
      announce('It can be moved as soon as it is saved.')
      return
    }
    const isGroup = selectedIds.has(id) && selectedIds.size > 1
    const target = isGroup ? findGroupTarget(step) : findNeighborDropTarget(modules, id, step)
    if (!target) return
    const moved = isGroup ? group.move(selectedLessons, target) : move(id, target)
    expandModuleOf(target.id)
    if (target.at === 'on') setExpanded(target.id, true)
    if (!edit) focus.focusRow(id)
    await moved
  }
  /** Makes a module a lesson, or a lesson a module, or says why that is not possible. */
  async function changeLevelOf(id: string, to: 'module' | 'lesson', isInField: boolean): Promise<void> {
    const result = await changeLevel(id, to)
    if ('problem' in result) return void showErrorToast(result.problem)
    announce(`It is now a ${to}.`)
    expandModuleOf(result.id)
    if (isInField) titles.rename(result.id, result.name)
    else focus.focusRow(result.id)
  }
  return {
    writer,
    titles,
    rows,
    focus,
    selection,
    selectedLessons,
    group,
    move,
    isExpanded,
    setExpanded,
    leaveDeleted,
    deleteLessons,
    findGroupTarget,
    moveRow,
    changeLevelOf,
    findRow: (id: string | undefined) => rows.find(({ item }) => item.id === id),
    openLesson: (id: string) => navigate(makeLessonEditorPath(courseId, id)),
    beginAfter(id: string): void {
      selection.clear()
      titles.beginAfter(id)
    },
    beginLastModule: () => titles.begin({ level: 'module', moduleId: undefined, after: shownModules.at(-1)?.id }),
    /** Begins to write the title of a new last lesson of a module. */
    beginInModule(moduleId: string): void {
      setExpanded(moduleId, true)
      const last = shownModules.find(({ id }) => id === moduleId)?.lessons.at(-1)?.id
      titles.begin({ level: 'lesson', moduleId, after: last })
    },
  }
}

export type OutlineEditing = ReturnType<typeof useOutlineEditing>
