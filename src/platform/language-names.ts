const letters = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Returns the tags of the languages with a code of two letters, by their names in English and in the language itself, in
 * lower case.
 */
function makeTagsByName(): ReadonlyMap<string, string> {
  const tags = new Map<string, string>()
  const addName = (locale: string, tag: string) => {
    const name = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(tag)?.toLowerCase()
    if (name !== undefined && !tags.has(name)) tags.set(name, tag)
  }
  const codes = [...letters].flatMap((first) => [...letters].map((second) => first + second))
  const current = codes.filter((code) => Intl.getCanonicalLocales(code)[0] === code)
  for (const code of current) addName('en', code)
  for (const code of Intl.DisplayNames.supportedLocalesOf(current)) addName(code, code)
  return tags
}

/** Made for the first name that a client sends, because it takes 40 ms. */
let tagsByName: ReadonlyMap<string, string> | undefined

/** Returns the language tag for a name of a language, such as `en` for `English` and `de` for `Deutsch`. */
export function findLanguageTagByName(name: string): string | undefined {
  tagsByName ??= makeTagsByName()
  return tagsByName.get(name.toLowerCase())
}
