import { useQueryClient } from '@tanstack/react-query'
import { invalidateQueries } from '../../api/query-client.ts'
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import {
  MoveLessonDocument,
  OutlineDocument,
  type OutlineQuery,
  ReorderLessonsDocument,
  ReorderModulesDocument,
} from '../../generated/operations.ts'
import { showErrorToast } from '../../ui/toast-queue.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { getMoveErrorMessage } from '../move-error.ts'
import { type DraftModule, type DropTarget, type OutlineMovePlan, planOutlineMove } from './moves.ts'

/**
 * Returns a function that moves a module or lesson. The page shows the new order at once, and the old order after an
 * error.
 */
export function useMoveOutlineItem(courseId: string, modules: DraftModule[], announce: (text: string) => void) {
  const client = useQueryClient()
  const reorderModules = useIdempotentMutation(ReorderModulesDocument, courseQueriesToInvalidate)
  const reorderLessons = useIdempotentMutation(ReorderLessonsDocument, courseQueriesToInvalidate)
  const moveLesson = useIdempotentMutation(MoveLessonDocument, courseQueriesToInvalidate)

  const mutations = { reorderModules, reorderLessons, moveLesson }
  function save(move: OutlineMovePlan): Promise<unknown> {
    switch (move.mutation) {
      case 'reorderModules':
        return reorderModules.run({ courseId, ids: move.ids })
      case 'reorderLessons':
        return reorderLessons.run({ moduleId: move.moduleId, ids: move.ids })
      case 'moveLesson':
        return moveLesson.run({ id: move.lessonId, moduleId: move.moduleId, order: move.order })
    }
  }

  return async (id: string, target: DropTarget): Promise<void> => {
    const move = planOutlineMove(modules, id, target)
    if (!move) return
    const queryKey = ['Outline', { id: courseId }]
    await client.cancelQueries({ queryKey })
    client.setQueryData<OutlineQuery>(
      queryKey,
      (old) => old && { ...old, courseTree: old.courseTree && { ...old.courseTree, modules: move.modules } },
    )
    announce(describePosition(move.modules, id))
    if ((await save(move)) !== undefined) return
    showErrorToast(`The move was not saved. ${getMoveErrorMessage(mutations[move.mutation].getLastError())}`)
    await invalidateQueries([OutlineDocument], client)
  }
}

/** Describes the new position of a module or lesson: `“Light” is now lesson 2 of 3 in “Plants”.` */
function describePosition(modules: readonly DraftModule[], id: string): string {
  const moduleIndex = modules.findIndex((module) => module.id === id)
  if (moduleIndex >= 0) return `“${modules[moduleIndex]!.name}” is now module ${moduleIndex + 1} of ${modules.length}.`
  for (const { name, lessons } of modules) {
    const index = lessons.findIndex((lesson) => lesson.id === id)
    if (index >= 0) return `“${lessons[index]!.name}” is now lesson ${index + 1} of ${lessons.length} in “${name}”.`
  }
  return ''
}
