import { v4 } from 'uuid'
import { getErrorMessageForUser } from '../../api/api-error.ts'
import { showErrorToast } from '../../ui/toast-queue.ts'
import { holdUndo } from '../../ui/use-undo-key.ts'
import { formatCountWithNoun } from '../labels.ts'
import { deleteOrFindDeleted } from '../level-mutations.ts'
import type { DraftLesson, DropTarget } from '../outline/moves.ts'
import { showDeletionToastWithUndo } from '../restore-from-trash.ts'
import { runInOrder } from '../run-in-order.ts'
import { leaveOut, moveLessons } from './outline-changes.ts'
import type { OutlineWriter } from './use-write-outline.ts'

/** Names one lesson, or counts several. */
export const describeLessons = (lessons: readonly DraftLesson[]) =>
  lessons.length === 1 ? `“${lessons[0]!.name}”` : formatCountWithNoun(lessons.length, 'lesson')

/** Returns functions that move and delete several lessons. The page shows the change at once. */
export function useLessonGroup(writer: OutlineWriter, announce: (text: string) => void) {
  const idsOf = (lessons: readonly DraftLesson[]) => new Set(lessons.map(({ id }) => id))
  return {
    async move(lessons: readonly DraftLesson[], target: DropTarget): Promise<void> {
      const ids = idsOf(lessons)
      await writer.show((modules) => moveLessons(modules, ids, target))
      try {
        await writer.enqueue(() => writer.writeNow((modules) => moveLessons(modules, ids, target)))
        announce(`${describeLessons(lessons)} moved.`)
      } catch (error) {
        showErrorToast(`The move was not saved. ${getErrorMessageForUser(error)}`)
      }
    },
    remove: holdUndo(async (lessons: readonly DraftLesson[]): Promise<void> => {
      await writer.show((modules) => leaveOut(modules, idsOf(lessons)))
      const { done, left, error } = await writer.enqueue(() =>
        runInOrder(lessons, ({ id }) => deleteOrFindDeleted('lesson', id, v4())),
      )
      if (left.length > 0)
        showErrorToast(`${describeLessons(left)} could not be deleted. ${getErrorMessageForUser(error)}`)
      if (done.length > 0)
        showDeletionToastWithUndo(
          describeLessons(done.map(({ item }) => item)),
          done.flatMap(({ result }) => result ?? []),
        )
    }),
  }
}
