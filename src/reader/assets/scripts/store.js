const { course, preview } = document.body.dataset
const key = `reader:${course}`

/** What the page knows if the browser cannot store anything. It lasts until the page is closed. */
let unstored

const empty = () => ({ read: [], quizzes: {} })

/**
 * Reads what the browser has kept of this course: `read`, the ids of the lessons that were read; `last`, the lesson that
 * was open last; and `quizzes`, by the ids of their blocks: `lesson`, `answers`, and the best result.
 */
export function readState() {
  if (unstored) return unstored
  try {
    const stored = JSON.parse(localStorage.getItem(key))
    // Earlier versions of this page stored the ids of the read lessons only.
    if (Array.isArray(stored)) return { ...empty(), read: stored }
    return { ...empty(), ...stored }
  } catch {
    return empty()
  }
}

/** Changes what the browser keeps of this course. Previews are not kept. */
export function changeState(change) {
  if (!course || preview !== undefined) return
  const state = readState()
  change(state)
  try {
    localStorage.setItem(key, JSON.stringify(state))
  } catch {
    unstored = state
  }
}

export function forgetState() {
  unstored = undefined
  try {
    localStorage.removeItem(key)
  } catch {
    // A browser that stores nothing has nothing to forget.
  }
}
