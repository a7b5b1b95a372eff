/** The lesson that somebody has last edited in this browser. */
export type LastLesson = { courseId: string; lessonId: string }

const storageKey = 'last-lesson'

/** Remembers which lesson the author edits. If the browser's storage is full, the earlier lesson stays. */
export function storeLastLesson(lesson: LastLesson): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(lesson))
  } catch {
    // The home page then offers the lesson of before.
  }
}

/** Returns the lesson that was last edited in this browser, or undefined if there is none. */
export function readLastLesson(): LastLesson | undefined {
  try {
    const { courseId, lessonId } = JSON.parse(localStorage.getItem(storageKey) ?? '') as Partial<LastLesson>
    return typeof courseId === 'string' && typeof lessonId === 'string' ? { courseId, lessonId } : undefined
  } catch {
    return undefined
  }
}
