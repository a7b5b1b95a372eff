import { setImmediate as nextTurn } from 'node:timers/promises'

/** Parsing or checking a text of this many characters takes some milliseconds. */
const longTextChars = 262_144

let lastTurn: Promise<void> = Promise.resolve()

/**
 * Waits for a turn of the event loop in which no other caller of this function continues. The parts of several large
 * requests never run directly after each other, so short requests run between them.
 */
export function waitForOwnEventLoopTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn())
  return lastTurn
}

/** Waits for a turn of the event loop before or after work on a long text. Returns immediately for other texts. */
export const waitForTurnIfLong = (text: { length: number }): Promise<void> | void =>
  text.length > longTextChars ? waitForOwnEventLoopTurn() : undefined
