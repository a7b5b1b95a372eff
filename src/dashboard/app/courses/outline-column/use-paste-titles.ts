import { getErrorMessageForUser } from '../../api/api-error.ts'
import { showErrorToast, showToast, undoLabel } from '../../ui/toast-queue.ts'
import { formatCountWithNoun } from '../labels.ts'
import { insertPastedOutline, leaveOut, type TitlePlace } from './outline-changes.ts'
import type { PastedOutline } from './pasted-titles.ts'
import type { OutlineWriter } from './use-write-outline.ts'

const countTitles = ({ lessons, modules }: PastedOutline): string => {
  const lessonCount = modules.reduce((total, module) => total + module.lessons.length, lessons.length)
  return [
    modules.length > 0 && formatCountWithNoun(modules.length, 'module'),
    lessonCount > 0 && formatCountWithNoun(lessonCount, 'lesson'),
  ]
    .filter(Boolean)
    .join(' and ')
}

/** Returns a function that adds the modules and lessons of a pasted list with one request, and offers to undo it. */
export function usePasteTitles(writer: OutlineWriter) {
  async function undo(ids: ReadonlySet<string>, count: string): Promise<void> {
    try {
      await writer.enqueue(() => writer.writeNow((current) => leaveOut(current, ids), { prune: true }))
      showToast(`${count} removed. They are in the trash.`)
    } catch (error) {
      showErrorToast(`${count} were not removed. ${getErrorMessageForUser(error)}`)
    }
  }
  /** `getPlace` is called when earlier titles are saved. Returns whether the list was added. */
  return async (pasted: PastedOutline, getPlace: () => TitlePlace): Promise<boolean> => {
    const count = countTitles(pasted)
    try {
      const changes = await writer.enqueue(() =>
        writer.writeNow((current) => insertPastedOutline(current, getPlace(), pasted)),
      )
      const ids = changes.flatMap(({ change, recordId }) => (change === 'created' && recordId ? [recordId] : []))
      showToast(`${count} added.`, { label: undoLabel, onPress: () => void undo(new Set(ids), count) })
      return true
    } catch (error) {
      showErrorToast(`The list was not added. ${getErrorMessageForUser(error)}`)
      return false
    }
  }
}
