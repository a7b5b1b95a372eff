/**
 * Matches a language with extended language subtags, such as `zh-cmn`. `Intl` accepts only the language without them.
 */
const extendedLanguage = /^([a-z]{2,3})(?:-[a-z]{3}){1,3}(?=-|$)/i
/** Matches a tag that consists only of private subtags, such as `x-klingon`. `Intl` requires a language before them. */
const privateUse = /^x(?:-[a-z0-9]{1,8})+$/i
/**
 * The tags that were registered before the present form of language tags (RFC 5646, `irregular` in section 2.1). The
 * list cannot grow.
 */
const irregularTags: ReadonlySet<string> = new Set([
  ...['en-gb-oed', 'i-ami', 'i-bnn', 'i-default', 'i-enochian', 'i-hak', 'i-klingon', 'i-lux', 'i-mingo', 'i-navajo'],
  ...['i-pwn', 'i-tao', 'i-tay', 'i-tsu', 'sgn-be-fr', 'sgn-be-nl', 'sgn-ch-de'],
])

/**
 * Returns whether a tag is well-formed (RFC 5646, section 2.2.9). The language must have 2 or 3 letters, like all
 * registered languages.
 */
export function isLanguageTag(value: string): boolean {
  if (privateUse.test(value) || irregularTags.has(value.toLowerCase())) return true
  if (!/^[a-z]{2,3}(?:-|$)/i.test(value)) return false
  return canonicalizeLanguageTag(value.replace(extendedLanguage, '$1')) !== undefined
}

/** Returns the canonical form of a language tag. Returns undefined if `Intl` does not accept the tag. */
export function canonicalizeLanguageTag(value: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(value)[0]
  } catch {
    return undefined
  }
}
