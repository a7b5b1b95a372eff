type Keys = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'key' | 'code' | 'getModifierState'>

/**
 * Returns whether the keys are those that show the Markdown of a text, and the text again: Ctrl-Alt-M. On a Mac, Option makes
 * another character of the letter; elsewhere, AltGr does, which is no Ctrl-Alt.
 */
export const isSourceKey = (event: Keys): boolean =>
  (event.ctrlKey || event.metaKey) &&
  event.altKey &&
  !event.shiftKey &&
  !event.getModifierState('AltGraph') &&
  (event.key.toLowerCase() === 'm' || event.code === 'KeyM')
