import { normalizeText } from '../../../../platform/normalize-text.ts'

/** What makes a difference between two texts, and the language of the course. */
type Differences = { caseSensitive: boolean; accentSensitive: boolean; language: string | null }

/** Typographic characters, and what a keyboard writes instead. */
const typed: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u201b\u2032\u02bc\u02b9\u0060\u00b4\u2039\u203a]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g, '"'],
  [/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-'],
  // Characters without width, such as soft hyphens and marks of direction. Joiners have a meaning in some scripts.
  [/[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g, ''],
]

/** Accents on letters of scripts in which the letter without accent is the same letter. */
const accents = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu

/** In Turkish and Azerbaijani, i and İ are one letter, and ı and I are another. */
const isTurkic = (language: string | null) => /^(?:tr|az)(?:-|$)/i.test(language ?? '')

function foldCase(text: string, language: string | null): string {
  const locale = isTurkic(language) ? 'tr' : 'und'
  // Upper case first, because ß becomes SS.
  return text.toLocaleUpperCase(locale).toLocaleLowerCase(locale)
}

/**
 * Writes typographic quotation marks and dashes as a keyboard does, and white space as one space. Unicode variants
 * become the same.
 */
export function toTypedText(text: string): string {
  let result = text
  for (const [pattern, replacement] of typed) result = result.replace(pattern, replacement)
  return normalizeText(result, 'NFKC').replaceAll(/\s+/g, ' ').trim()
}

/** Folds a text so that two texts are equal if they differ in nothing that makes a difference. */
export function foldAnswerText(text: string, { caseSensitive, accentSensitive, language }: Differences): string {
  const plain = toTypedText(text)
  const cased = caseSensitive ? plain : foldCase(plain, language)
  if (accentSensitive) return cased
  return cased
    .normalize('NFD')
    .replace(accents, '$1')
    .replace(/\u0435\u0308/g, '\u0435')
    .normalize('NFC')
}
