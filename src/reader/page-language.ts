import Negotiator from 'negotiator'
import { findLanguageAndScript } from '../markup/labels/labels.ts'
import type { Labels } from './labels/labels.ts'
import { arabic } from './labels/translations/ar.ts'
import { german } from './labels/translations/de.ts'
import { english } from './labels/translations/en.ts'
import { spanish } from './labels/translations/es.ts'
import { french } from './labels/translations/fr.ts'
import { hebrew } from './labels/translations/he.ts'
import { hindi } from './labels/translations/hi.ts'
import { indonesian } from './labels/translations/id.ts'
import { italian } from './labels/translations/it.ts'
import { japanese } from './labels/translations/ja.ts'
import { korean } from './labels/translations/ko.ts'
import { dutch } from './labels/translations/nl.ts'
import { polish } from './labels/translations/pl.ts'
import { portuguese } from './labels/translations/pt.ts'
import { russian } from './labels/translations/ru.ts'
import { swedish } from './labels/translations/sv.ts'
import { turkish } from './labels/translations/tr.ts'
import { ukrainian } from './labels/translations/uk.ts'
import { simplifiedChinese } from './labels/translations/zh-Hans.ts'
import { traditionalChinese } from './labels/translations/zh-Hant.ts'

/** The labels in each language. To add a language, write a file in `translations` and add it here. */
const labelsByTag: Readonly<Record<string, Labels>> = {
  ar: arabic,
  de: german,
  en: english,
  es: spanish,
  fr: french,
  he: hebrew,
  hi: hindi,
  id: indonesian,
  it: italian,
  ja: japanese,
  ko: korean,
  nl: dutch,
  pl: polish,
  pt: portuguese,
  ru: russian,
  sv: swedish,
  tr: turkish,
  uk: ukrainian,
  'zh-Hans': simplifiedChinese,
  'zh-Hant': traditionalChinese,
}

/** The types of TypeScript do not have this part of ECMA-402 yet. */
type LocaleWithTextInfo = Intl.Locale & { getTextInfo(): { direction: string } }

/** Returns the direction in which a language is written. An unknown tag counts as left to right. */
export function findDirection(tag: string): 'ltr' | 'rtl' {
  try {
    return (new Intl.Locale(tag) as LocaleWithTextInfo).getTextInfo().direction === 'rtl' ? 'rtl' : 'ltr'
  } catch {
    return 'ltr'
  }
}

/** The language of the labels of a page: its tag (BCP 47), the direction in which it is written, and the labels. */
export type PageLabelLanguage = {
  tag: string
  direction: 'ltr' | 'rtl'
  labels: Labels
  /** Whether texts beside the labels are shown as their authors wrote them, because converting them would take too long. */
  showsTextsAsWritten?: true
}

const pageLanguages: ReadonlyMap<string | undefined, PageLabelLanguage> = new Map(
  Object.entries(labelsByTag).map(([tag, labels]) => [
    findLanguageAndScript(tag),
    { tag, direction: findDirection(tag), labels },
  ]),
)

export const englishPageLanguage: PageLabelLanguage = { tag: 'en', direction: 'ltr', labels: english }

/**
 * Returns the labels for the language and script of a course, or the English labels. `pt-BR` and `pt-PT` have the same
 * labels.
 */
export const findPageLanguage = (courseLanguage: string | null | undefined): PageLabelLanguage =>
  (courseLanguage && pageLanguages.get(findLanguageAndScript(courseLanguage))) || englishPageLanguage

/** The maximum number of languages that are read from the header `Accept-Language`. */
const maxAcceptedLanguages = 10

/**
 * Returns the language of a page that belongs to no course: the first language in the header `Accept-Language` that has
 * labels (RFC 9110, section 12.5.4), or English.
 */
export function findAcceptedPageLanguage(acceptLanguage: string | undefined): PageLabelLanguage {
  const listed = (acceptLanguage ?? '').split(',', maxAcceptedLanguages).join(',')
  const accepted = new Negotiator({ headers: { 'accept-language': listed } }).languages()
  const found = accepted.map((tag) => pageLanguages.get(findLanguageAndScript(tag)))
  return found.find((language) => language !== undefined) ?? englishPageLanguage
}
