/** Returns the first `maxChars` UTF-16 code units of a text. Does not cut a character outside the BMP, such as an emoji, in half. */
export const truncateText = (text: string, maxChars: number): string =>
  text.slice(0, maxChars).replace(/[\ud800-\udbff]$/, '')
