import { setImmediate as nextTurn } from 'node:timers/promises'

/** A text with more characters than this is long: parsing or checking it takes some milliseconds. */
const longTextChars = 262_144

let lastTurn: Promise<void> = Promise.resolve()

/**
 * Waits for a turn of the event loop in which no other caller of this function continues. Requests with much work call
 * this function between the parts of their work. Short requests can then run between any two such parts.
 */
export function waitForOwnEventLoopTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn())
  return lastTurn
}

/** Waits for a turn of the event loop before or after work on a long text. Returns immediately for other texts. */
export const waitForTurnIfLong = (text: { length: number }): Promise<void> | void =>
  text.length > longTextChars ? waitForOwnEventLoopTurn() : undefined
