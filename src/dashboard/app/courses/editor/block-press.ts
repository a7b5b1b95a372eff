/** How long after a press its place is that of the action, in milliseconds. */
const maxPressMs = 1000

/** A press on the list of blocks: where in the window, when, and with which keys. */
export type BlockPress = {
  left: number
  top: number
  at: number
  /** The key of the row that had the focus before. */
  focusedKey: string | undefined
  isOnHandle: boolean
  isTouch: boolean
  isExtending: boolean
  isToggling: boolean
}

export const findRowKey = (element: Element | null) => element?.closest<HTMLElement>('[role=row]')?.dataset.key

export const readPress = ({
  target,
  clientX,
  clientY,
  pointerType,
  shiftKey,
  ctrlKey,
  metaKey,
}: PointerEvent): BlockPress => ({
  left: clientX,
  top: clientY,
  at: performance.now(),
  focusedKey: findRowKey(document.activeElement),
  isOnHandle: target instanceof Element && target.closest('[data-handle]') !== null,
  isTouch: pointerType === 'touch',
  isExtending: shiftKey,
  isToggling: ctrlKey || metaKey,
})

export const isRecent = (press: BlockPress | undefined) =>
  press !== undefined && performance.now() - press.at < maxPressMs
