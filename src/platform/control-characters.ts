/** Matches control characters, line separators, and characters that change the direction of the text after them. */
const controlCharacter = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu

/**
 * Replaces each control character with U+FFFD. In a terminal, a control character could start a new line, or hide or
 * reorder other text.
 */
export const replaceControlCharacters = (text: string) => text.replace(controlCharacter, '\ufffd')
