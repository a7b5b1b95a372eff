const maxFrames = 30

/**
 * Gives the focus to what has just appeared. The page around a menu that is still closing is inert and cannot have it, so this
 * waits for the end of that, for at most half a second.
 */
export function focusWhenPossible(element: HTMLElement, focus = () => element.focus()): void {
  let frames = 0
  const attempt = () => {
    focus()
    if (element.closest('[inert]') && ++frames < maxFrames) requestAnimationFrame(attempt)
  }
  attempt()
}
