/** Makes a part of a pattern that also matches the other case of each letter, because a JSON Schema has no flag for it. */
const inEitherCase = (text: string) => text.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`)

/**
 * The tags that were registered before the present form of language tags (RFC 5646, `irregular` in section 2.1). The
 * list cannot grow.
 */
const irregularTags = [
  'en-gb-oed',
  'i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu)',
  'sgn-(?:be-(?:fr|nl)|ch-de)',
].map(inEitherCase)

const alphanum = '[0-9A-Za-z]'
const privateUse = `[Xx](?:-${alphanum}{1,8})+`
const langtag = [
  // The language must have 2 or 3 letters, like all registered languages.
  '[A-Za-z]{2,3}(?:-[A-Za-z]{3}){0,3}',
  '(?:-[A-Za-z]{4})?',
  '(?:-(?:[A-Za-z]{2}|[0-9]{3}))?',
  `(?:-(?:${alphanum}{5,8}|[0-9]${alphanum}{3}))*`,
  `(?:-[0-9A-WYZa-wyz](?:-${alphanum}{2,8})+)*`,
  `(?:-${privateUse})?`,
].join('')

/** The pattern of a well-formed language tag (RFC 5646, section 2.1): language, script, region, variants, extensions. */
export const languageTagPattern = `^(?:${[langtag, privateUse, ...irregularTags].join('|')})$`

const languageTag = new RegExp(languageTagPattern)

export const maxLanguageTagChars = 35

/** Returns whether a tag is well-formed (RFC 5646, section 2.2.9). */
export const isLanguageTag = (value: string): boolean => languageTag.test(value)

/**
 * Returns a language tag with the usual case of its parts, such as `zh-Hant-TW` (RFC 5646, section 2.1.1). The case has
 * no meaning.
 */
export function formatLanguageTag(tag: string): string {
  let isAfterSingleton = false
  const parts = tag
    .toLowerCase()
    .split('-')
    .map((part, index) => {
      const [isCountry, isScript] = [2, 4].map((length) => index > 0 && !isAfterSingleton && part.length === length)
      isAfterSingleton ||= part.length === 1
      if (isCountry) return part.toUpperCase()
      return isScript ? `${part[0]!.toUpperCase()}${part.slice(1)}` : part
    })
  return parts.join('-')
}

/** Returns the canonical form of a language tag. Returns undefined if `Intl` does not accept the tag. */
export function canonicalizeLanguageTag(value: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(value)[0]
  } catch {
    return undefined
  }
}
