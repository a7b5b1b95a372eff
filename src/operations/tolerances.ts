import { parseClientJson } from '../platform/json-error.ts'
import { findLanguageTagByName } from '../platform/language-names.ts'
import { formatLanguageTag, isLanguageTag, maxLanguageTagChars } from '../platform/language-tag.ts'
import type { ApiName } from './context.ts'
import { isJsonObject } from './json-object.ts'

/**
 * What a client means by a value that does not have the documented form: the value in that form, or the reason why it is
 * refused. Undefined if the value means nothing.
 */
type Meaning = { value: unknown } | { refusal: string } | undefined

export type ToleranceOptions = {
  /** The documented names of an enum, as `indexNames` returns them. */
  names?: ReadonlyMap<string, string>
  /** Whether the value belongs to a field that clients can clear. */
  isClearable?: boolean
  /** Whether the value can be an entry of the list. */
  canBeEntry?: boolean
}

/** The kinds of values for which the coercer asks. */
export type ToleratedKind = 'enum' | 'language' | 'boolean parameter' | 'list' | 'object' | 'id'

type Tolerance = {
  kinds: readonly ToleratedKind[]
  apis: readonly ApiName[]
  /** What clients send and what it means, in the Markdown of docs/rest.md. */
  sent: string
  means: string
  read(value: unknown, options: ToleranceOptions): Meaning
}

const everyApi = ['rest', 'graphql', 'mcp'] as const

/** A longer text is no name or language tag. */
const maxWordChars = 100

const isWord = (value: unknown): value is string => typeof value === 'string' && value.length <= maxWordChars

const isBlank = (value: unknown): boolean => isWord(value) && value.trim() === ''

const normalizeName = (name: string) => name.trim().toLowerCase().replace(/[\s-]/g, '_')

/** Indexes names by what their spellings have in common. */
export const indexNames = (names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [normalizeName(name), name]))

function readLanguage(text: string): Meaning {
  const tag = text.trim().replaceAll('_', '-')
  if (tag.length <= maxLanguageTagChars && isLanguageTag(tag)) return { value: formatLanguageTag(tag) }
  const meant = findLanguageTagByName(tag)
  return meant === undefined ? undefined : { refusal: `must be a BCP 47 language tag; for ${tag}, use ${meant}` }
}

function readJsonText(text: unknown, isMeant: (value: unknown) => boolean, beginning: string, what: string): Meaning {
  if (typeof text !== 'string' || !text.trimStart().startsWith(beginning)) return undefined
  const parsed = parseClientJson(text)
  const value = 'value' in parsed ? parsed.value : undefined
  return isMeant(value) ? { value } : { refusal: `must be ${what}, not a text` }
}

const booleanWords = new Map(Object.entries({ true: true, 1: true, false: false, 0: false }))

/**
 * The values that the service understands although they do not have the documented form. The first tolerance of a kind
 * that gives a value a meaning applies.
 */
export const tolerances: readonly Tolerance[] = [
  {
    kinds: ['enum'],
    apis: everyApi,
    sent: 'One of several names in another case, with blanks around it, or with blanks or hyphens between words, such as `"Beginner"` or `" content updated"`',
    means: 'the name, such as `beginner` or `content_updated`',
    read: (value, { names }) => {
      const name = isWord(value) ? names?.get(normalizeName(value)) : undefined
      return name === undefined ? undefined : { value: name }
    },
  },
  {
    kinds: ['language'],
    apis: everyApi,
    sent: 'A `language` in another case, with blanks around it or with underscores, such as `"en_us"`',
    means: 'the language tag in its usual case, such as `en-US`',
    read: (value) => (isWord(value) && !isBlank(value) ? readLanguage(value) : undefined),
  },
  {
    kinds: ['enum', 'language'],
    apis: everyApi,
    sent: 'An empty `difficulty` or `language` in a body',
    means: 'null',
    read: (value, { isClearable }) => (isClearable && isBlank(value) ? { value: null } : undefined),
  },
  {
    kinds: ['boolean parameter'],
    apis: ['rest'],
    sent: 'A boolean in the query in another case or as a number: `?published=True`, `?published=1`',
    means: '`true` or `false`',
    read: (value) => {
      const word = booleanWords.get(isWord(value) ? value.toLowerCase() : '')
      return word === undefined ? undefined : { value: word }
    },
  },
  {
    kinds: ['list'],
    apis: ['mcp'],
    sent: 'A list as JSON text: `"[\\"a\\"]"`',
    means: 'the list',
    read: (value) => readJsonText(value, Array.isArray, '[', 'a list'),
  },
  {
    kinds: ['object'],
    apis: ['mcp'],
    sent: 'An object as JSON text: `"{\\"a\\":1}"`',
    means: 'the object',
    read: (value) => readJsonText(value, isJsonObject, '{', 'an object'),
  },
  {
    kinds: ['list'],
    apis: ['graphql', 'mcp'],
    sent: 'A value that is no list',
    means: 'a list with this value',
    read: (value, { canBeEntry }) => (canBeEntry ? { value: [value] } : undefined),
  },
  {
    kinds: ['id'],
    apis: ['graphql', 'mcp'],
    sent: 'An identifier as a whole number',
    means: 'its digits',
    read: (value) => (Number.isInteger(value) ? { value: String(value) } : undefined),
  },
]

/** Returns what a client of an API means by a value that does not have the documented form of its kind. */
export function findMeaning(
  kind: ToleratedKind,
  api: ApiName,
  value: unknown,
  options: ToleranceOptions = {},
): Meaning {
  for (const tolerance of tolerances) {
    if (!tolerance.kinds.includes(kind) || !tolerance.apis.includes(api)) continue
    const meaning = tolerance.read(value, options)
    if (meaning) return meaning
  }
  return undefined
}

/** Returns what a client of an API means by a value, or the value itself if it means nothing. */
export function findMeaningOrKeep(...sent: Parameters<typeof findMeaning>): unknown {
  const meaning = findMeaning(...sent)
  return meaning && 'value' in meaning ? meaning.value : sent[2]
}

/** The query parameters that every REST route ignores. jQuery adds `_` so that no cache answers. */
export const ignoredQueryParameters: ReadonlySet<string> = new Set(['_'])

/**
 * Names of members and parameters in other services, in lower case, with the names that they can have here. They are
 * refused with a hint.
 */
export const namesOfOtherServices: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    title: ['name'],
    duration: ['durationMinutes'],
    ispublished: ['published'],
    permissions: ['scopes'],
    limit: ['perPage'],
    q: ['search', 'query'],
  }),
)
