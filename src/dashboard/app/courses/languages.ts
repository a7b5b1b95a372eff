import { canonicalizeLanguageTag, isLanguageTag } from '../../../platform/language-tag.ts'
import { foldText } from './fold-text.ts'
import { getLanguageName } from './labels.ts'

/** A language of the list: its tag, its name in English, and all names by which an author finds it, without accents. */
export type Language = { tag: string; name: string; ownName: string; searchNames: readonly string[] }

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const codesOfTwoLetters = letters.flatMap((first) => letters.map((second) => first + second))
/** Languages without a code of two letters, and forms of languages in which courses are often written. */
const otherTags =
  'ast bem brx ceb chr ckb doi dsb fil fur gsw haw hsb kab kok luo mai mni nds nso pap sat scn szl yue de-AT de-CH en-AU en-CA en-GB en-IN en-US es-419 es-ES es-MX fr-CA fr-CH nl-BE pt-BR pt-PT sr-Cyrl sr-Latn zh-Hans zh-Hant'.split(
    ' ',
  )

/** Returns the name of a language in the language with the tag `locale`, or undefined if it has none there. */
function findName(tag: string, locale: string): string | undefined {
  try {
    return new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(tag)
  } catch {
    return undefined
  }
}

function makeLanguage(tag: string, readerLocale: string): Language | undefined {
  const name = findName(tag, 'en')
  if (name === undefined) return undefined
  const isSupported = Intl.DisplayNames.supportedLocalesOf(tag).length > 0
  const ownName = (isSupported && findName(tag, tag)) || name
  const names = [name, ownName, findName(tag, readerLocale) ?? name, tag]
  return { tag, name, ownName, searchNames: [...new Set(names.map(foldText))] }
}

function makeLanguages(readerLocale: string): readonly Language[] {
  const current = codesOfTwoLetters.filter((code) => canonicalizeLanguageTag(code) === code)
  const languages = [...current, ...otherTags].flatMap((tag) => makeLanguage(tag, readerLocale) ?? [])
  // Some codes have the same name, such as `ak` and `tw`.
  return [...Map.groupBy(languages, ({ name }) => name).values()]
    .flatMap(([first]) => first ?? [])
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

const languagesByLocale = new Map<string, readonly Language[]>()

/**
 * Returns the languages of which the browser knows the name, by their names in English. They are also found by their
 * name in the language with the tag `readerLocale`.
 */
export function listLanguages(readerLocale = navigator.language): readonly Language[] {
  const languages = languagesByLocale.get(readerLocale) ?? makeLanguages(readerLocale)
  languagesByLocale.set(readerLocale, languages)
  return languages
}

/** Returns the tag that a text means: that of the language with this name, or the text itself if it is a tag. */
export function findLanguageTag(text: string, languages: readonly Language[]): string | undefined {
  const folded = foldText(text)
  const named = languages.find(({ searchNames }) => searchNames.includes(folded))
  if (named) return named.tag
  const tag = text.trim()
  return isLanguageTag(tag) ? (canonicalizeLanguageTag(tag) ?? tag) : undefined
}

/**
 * Returns the languages with a name or tag that contains a text: first those that are called so, then those that begin
 * with it. A tag that is not in the list comes last.
 */
export function findLanguages(text: string, languages: readonly Language[]): readonly Language[] {
  const folded = foldText(text)
  const matching = (matches: (name: string) => boolean) =>
    languages.filter(({ searchNames }) => searchNames.some(matches))
  const found = [
    ...new Set([
      ...matching((name) => name === folded),
      ...matching((name) => name.startsWith(folded)),
      ...matching((name) => name.includes(folded)),
    ]),
  ]
  const tag = findLanguageTag(text, languages)
  if (tag === undefined || languages.some((one) => one.tag === tag)) return found
  return [...found, { tag, name: getLanguageName(tag), ownName: tag, searchNames: [] }]
}
