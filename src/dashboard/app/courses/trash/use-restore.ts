import { useState } from 'react'
import { useLocation } from 'wouter'
import { showToast } from '../../ui/toast-queue.ts'
import { makeCoursePath, makeLessonEditorPath } from '../paths.ts'
import { restoreFromTrash } from '../restore-from-trash.ts'

type Restored = Awaited<ReturnType<typeof restoreFromTrash>>

/** Returns the URL path of the page that shows the restored course, module, lesson or block. */
function findPath({ level, courseId, nodeId, parentId }: Restored): string {
  if (level === 'lesson') return makeLessonEditorPath(courseId, nodeId)
  return level === 'block' && parentId ? makeLessonEditorPath(courseId, parentId) : makeCoursePath(courseId)
}

/**
 * `restore` restores trash entries one after the other, and then shows a toast with a link to the last restored item.
 * If `restore` fails, `error` contains the reason.
 */
export function useRestoreFromTrash(onRestored: () => void) {
  const [, navigate] = useLocation()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>()

  async function restore(trashIds: readonly string[], name: string): Promise<void> {
    if (isPending) return
    setPending(true)
    setError(undefined)
    try {
      let restored: Restored | undefined
      for (const id of trashIds) restored = await restoreFromTrash(id)
      onRestored()
      const path = restored && findPath(restored)
      showToast(
        `“${name}” restored.`,
        path === undefined ? undefined : { label: 'Open', onPress: () => navigate(path) },
      )
    } catch (problem) {
      setError(problem)
    } finally {
      setPending(false)
    }
  }
  return { restore, isPending, error }
}
