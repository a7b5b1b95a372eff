import { useEffect } from 'react'
import { isTextEntry } from './text-entry.ts'
import { toastQueue, undoLabel } from './toast-queue.ts'

const work = new Set<Promise<unknown>>()
let lastPress: Promise<void> = Promise.resolve()

/**
 * Makes Ctrl-Z wait while a function is at work that shows a message with Undo at its end, so that Ctrl-Z takes back this
 * work and nothing older.
 */
export const holdUndo =
  <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
  (...args: Args): Promise<Result> => {
    const running = run(...args)
    work.add(running)
    return running.finally(() => work.delete(running))
  }

const findLatestWithUndo = () => toastQueue.visibleToasts.find(({ content }) => content.action?.label === undoLabel)

async function pressLatestUndo(): Promise<void> {
  await Promise.allSettled(work)
  const toast = findLatestWithUndo()
  if (!toast) return
  toast.content.action?.onPress()
  toastQueue.close(toast.key)
}

function handleKey(event: KeyboardEvent): void {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z'
  if (!isUndo || event.defaultPrevented || isTextEntry(event.target)) return
  if (work.size === 0 && !findLatestWithUndo()) return
  event.preventDefault()
  lastPress = lastPress.then(pressLatestUndo)
}

/** Makes Ctrl-Z outside of a text press Undo in the latest message that has it. A text has an Undo of its own. */
export function useUndoKey(): void {
  useEffect(() => {
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
}
