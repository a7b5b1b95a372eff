import { v4 } from 'uuid'
import { ApiError, getErrorMessageForUser } from '../../api/api-error.ts'
import { runGraphqlOperation } from '../../api/request.ts'
import { DeleteLessonDocument } from '../../generated/operations.ts'
import { showErrorToast } from '../../ui/toast-queue.ts'
import { formatCountWithNoun } from '../labels.ts'
import type { DraftLesson, DropTarget } from '../outline/moves.ts'
import { showDeletionToastWithUndo } from '../restore-from-trash.ts'
import { leaveOut, moveLessons } from './outline-changes.ts'
import type { OutlineWriter } from './use-write-outline.ts'

/** Names one lesson, or counts several. */
export const describeLessons = (lessons: readonly DraftLesson[]) =>
  lessons.length === 1 ? `“${lessons[0]!.name}”` : formatCountWithNoun(lessons.length, 'lesson')

async function deleteLesson(id: string): Promise<string | null> {
  try {
    return (await runGraphqlOperation(DeleteLessonDocument, { id, idempotencyKey: v4() })).deleted.trashId
  } catch (error) {
    // Somebody else has deleted it.
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  }
}

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
    async remove(lessons: readonly DraftLesson[]): Promise<void> {
      const deleted: DraftLesson[] = []
      const trashIds: string[] = []
      await writer.show((modules) => leaveOut(modules, idsOf(lessons)))
      try {
        await writer.enqueue(async () => {
          for (const lesson of lessons) {
            const trashId = await deleteLesson(lesson.id)
            deleted.push(lesson)
            if (trashId) trashIds.push(trashId)
          }
        })
      } catch (error) {
        const left = describeLessons(lessons.slice(deleted.length))
        showErrorToast(`${left} could not be deleted. ${getErrorMessageForUser(error)}`)
      }
      if (deleted.length > 0) showDeletionToastWithUndo(describeLessons(deleted), trashIds)
    },
  }
}
