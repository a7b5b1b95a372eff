/**
 * Matches the combining marks of a letter, such as accents, if there are more than 30. The halfwidth marks U+FF9E and
 * U+FF9F also count, because NFKC converts them to combining marks.
 */
const furtherMarks = /([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu

/**
 * Normalizes a text, so that different encodings of the same text become equal strings. Keeps only the first 30
 * combining marks of a letter, because no language needs more (UAX #15, Stream-Safe Text Format). Without this limit,
 * 100,000 marks would take several seconds, because `String.prototype.normalize` sorts the marks in quadratic time.
 */
export const normalizeText = (text: string, form: 'NFC' | 'NFKC'): string =>
  text.replace(furtherMarks, '$1').normalize(form)
