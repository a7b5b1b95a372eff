import type { MouseEvent } from 'react'

/** A press with the mouse or a finger on the list of blocks: where in the window, and with which keys. */
export type BlockPress = {
  left: number
  top: number
  /** The key of the row that had the focus before. */
  focusedKey: string | undefined
  isTouch: boolean
  isExtending: boolean
  isToggling: boolean
}

/** What was so before a press, which moves the focus, became a click. */
export type PressStart = Pick<BlockPress, 'focusedKey' | 'isTouch'>

export const findRowKey = (element: Element | null) => element?.closest<HTMLElement>('[role=row]')?.dataset.key

export const readPressStart = ({ pointerType }: { pointerType: string }): PressStart => ({
  focusedKey: findRowKey(document.activeElement),
  isTouch: pointerType === 'touch',
})

/** Returns undefined for a click that was made with a key or by a screen reader. */
export const readPress = (
  { detail, clientX, clientY, shiftKey, ctrlKey, metaKey }: MouseEvent,
  start: PressStart | undefined,
): BlockPress | undefined =>
  detail > 0 && start
    ? { ...start, left: clientX, top: clientY, isExtending: shiftKey, isToggling: ctrlKey || metaKey }
    : undefined
