import { setImmediate as nextTurn } from 'node:timers/promises'

/** A text with more characters than this is long: parsing or checking the text takes some milliseconds. */
const longTextChars = 262_144

let lastTurn: Promise<void> = Promise.resolve()

/**
 * Waits for a turn of the event loop that no other caller gets, so that short requests can run between the steps of a
 * long task.
 */
export function waitForExclusiveEventLoopTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn())
  return lastTurn
}

/**
 * Waits for a turn of the event loop if the text has more than `longTextChars` characters. Call this function before or
 * after the text is parsed or checked.
 */
export const waitForTurnIfTextIsLong = (text: { length: number }): Promise<void> | void =>
  text.length > longTextChars ? waitForExclusiveEventLoopTurn() : undefined
