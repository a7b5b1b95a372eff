type Keys = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'key' | 'code' | 'getModifierState'>

/**
 * Returns whether the keys are Ctrl-Alt and a letter. On a Mac, Option makes another character of the letter; elsewhere,
 * AltGr does, which is no Ctrl-Alt.
 */
const isControlAlt = (event: Keys, letter: string): boolean =>
  (event.ctrlKey || event.metaKey) &&
  event.altKey &&
  !event.shiftKey &&
  !event.getModifierState('AltGraph') &&
  (event.key.toLowerCase() === letter || event.code === `Key${letter.toUpperCase()}`)

/** Returns whether the keys are those that show the Markdown of a text, and the text again: Ctrl-Alt-M. */
export const isSourceKey = (event: Keys): boolean => isControlAlt(event, 'm')

/** Returns whether the keys are those that have the language model change a text: Ctrl-Alt-A. */
export const isTextChangeKey = (event: Keys): boolean => isControlAlt(event, 'a')
