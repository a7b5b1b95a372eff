/**
 * Matches the combining marks of a letter, such as accents, from the 31st mark on. The halfwidth marks U+FF9E and
 * U+FF9F become combining marks in the form NFKC.
 */
const furtherMarks = /([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu

/**
 * Normalizes a text so that equal texts are equal strings. Keeps only the first 30 combining marks of a letter, because
 * no language needs more (UAX #15, Stream-Safe Text Format). `String.prototype.normalize` sorts the marks of a letter,
 * in a time that grows with the square of their number: 100,000 marks take several seconds.
 */
export const normalizeText = (text: string, form: 'NFC' | 'NFKC'): string =>
  text.replace(furtherMarks, '$1').normalize(form)
