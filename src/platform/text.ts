/**
 * Returns the first `maxChars` UTF-16 code units of a text. If the cut would split a surrogate pair, such as an emoji,
 * the whole pair is left out.
 */
export const truncateText = (text: string, maxChars: number): string =>
  text.slice(0, maxChars).replace(/[\ud800-\udbff]$/, '')
