/**
 * Matches more than 30 combining marks of a letter, such as accents. NFKC turns U+FF9E and U+FF9F into combining marks
 * too.
 */
const furtherMarks = /([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu

/**
 * Normalizes a text. Keeps the first 30 combining marks of a letter. No language needs more (UAX #15, Stream-Safe Text
 * Format).
 */
export const normalizeText = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  // `String.prototype.normalize` sorts the marks of a letter in quadratic time.
  text.replace(furtherMarks, '$1').normalize(form)
