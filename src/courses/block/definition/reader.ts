import type { JsonObject } from '../../../operations/json-object.ts'
import type { JsonSchema } from '../../../operations/json-schema.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { isAddressFormat, matchesPattern } from './schema.ts'

/**
 * Reports a member that a reader cannot read. `path` begins below the content, such as `questions.0.answer`. `isOwn` is
 * true if the member may be one of the client's own: it was accepted before the service had a member of this name.
 */
export type ReportUnread = (path: string, message: string, isOwn?: boolean) => void

/**
 * How a member of the documented shape may also be written. `also` lists other names of the member. `read` returns the
 * value in the documented shape, or undefined if it cannot read the value. `expected` completes the sentence "must be …".
 * With `isDocumented`, the JSON Schema checks the result of `read`, so `read` need not look into lists and objects.
 */
export type Spelling = {
  also: readonly string[]
  read(value: unknown, isDocumented: boolean): unknown
  expected: string
  /**
   * Whether the service had no member of this name at first, so that stored content can have a member of the client's own
   * with it. A value that cannot be read is then left out instead of refused.
   */
  isLater?: true
}
/** The spellings of the members of an object, by their documented names. */
export type Spellings = Readonly<Record<string, Spelling>>

const isText = (value: unknown): value is string => typeof value === 'string'
const readText = (value: unknown) => (isText(value) ? value : undefined)
const readUrl = (value: unknown) =>
  isText(value) && /^https?:\/\//.test(value) && URL.canParse(value) ? value : undefined
const readNumber = (value: unknown) => (typeof value === 'number' && value >= 0 ? value : undefined)
const readId = (value: unknown) => (typeof value === 'number' ? String(value) : readText(value))

export const textSpelling = (...also: string[]): Spelling => ({ also, read: readText, expected: 'a text' })
export const urlSpelling = (...also: string[]): Spelling => ({
  also,
  read: readUrl,
  expected: 'an absolute http(s) address',
})
/** An absolute address, or a path below the service. */
export const addressSpelling = (...also: string[]): Spelling => ({
  also,
  read: (value) =>
    isText(value) && matchesPattern('address', value) && URL.canParse(value, 'https://example.com') ? value : undefined,
  expected: 'an absolute http(s) address',
})
export const linkSpelling = (...also: string[]): Spelling => ({
  also,
  read: (value) => (isText(value) && matchesPattern('link', value) ? value : undefined),
  expected: 'an absolute http(s) address, a path, or a link such as lesson:KEY',
})
export const numberSpelling = (...also: string[]): Spelling => ({
  also,
  read: readNumber,
  expected: 'a number that is not negative',
})
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
const readTextList = (value: unknown) => {
  if (Array.isArray(value)) return value.every(isText) ? value : undefined
  return isText(value) && value !== '' ? [value] : undefined
}

export const flagSpelling = (...also: string[]): Spelling => ({
  also,
  read: (value) => (isBoolean(value) ? value : undefined),
  expected: 'true or false',
})
export const textListSpelling = (...also: string[]): Spelling => ({
  also,
  read: readTextList,
  expected: 'a text, or a list of texts',
})

/** Marks spellings of members that the service did not have at first. */
export const addedLater = (spellings: Spellings): Spellings =>
  Object.fromEntries(Object.entries(spellings).map(([name, spelling]) => [name, { ...spelling, isLater: true }]))

/** The spelling of the title of a block. */
export const titleSpelling: Spellings = addedLater({ title: textSpelling() })

/** The spelling of a member that names a file of the workspace. */
export const assetIdSpelling: Spelling = {
  also: [],
  read: (value) => (isText(value) && isUuid(value) ? value : undefined),
  expected: 'the id of a file',
  isLater: true,
}

export const idSpelling = (...also: string[]): Spelling => ({ also, read: readId, expected: 'a text or a number' })

/** Returns the spellings of the members of an inner object, such as `questions[]`, by their paths. */
export const atPath = (path: string, spellings: Spellings): Spellings =>
  Object.fromEntries(Object.entries(spellings).map(([name, spelling]) => [`${path}.${name}`, spelling]))

/** Returns the path of a member. */
export const joinPath = (at: string, name: string | number) => (at === '' ? String(name) : `${at}.${name}`)

const declaredNames = new WeakMap<JsonSchema, ReadonlySet<string>>()

/** Returns the names of the members that a JSON Schema declares. */
export function getDeclaredNames(schema: JsonSchema): ReadonlySet<string> {
  const names = declaredNames.get(schema) ?? new Set(Object.keys((schema.properties ?? {}) as object))
  declaredNames.set(schema, names)
  return names
}

/** Returns the declared members whose empty text means that the member is missing: addresses and enumerations. */
const listMembersWithoutEmptyText = ({ properties }: JsonSchema) =>
  new Set(
    Object.entries((properties ?? {}) as Record<string, JsonSchema>).flatMap(([name, { format, enum: values }]) =>
      isAddressFormat(format) || values !== undefined ? [name] : [],
    ),
  )

/**
 * Makes a function that writes the members of an object with their documented names and values. Null, and an empty
 * address, mean that the member is missing. Other members stay as they are. If nothing changes, the function returns
 * the same object.
 *
 * A documented member that the function cannot read stays unchanged, so that the JSON Schema refuses it. A member that
 * was added later is left out.
 */
export function makeMemberReader(schema: JsonSchema, spellings: Spellings) {
  const declared = getDeclaredNames(schema)
  const neverEmpty = listMembersWithoutEmptyText(schema)
  const nameOf = new Map(Object.entries(spellings).flatMap(([name, { also }]) => also.map((other) => [other, name])))
  const isMissing = (name: string, value: unknown) => value == null || (value === '' && neverEmpty.has(name))
  const readOwn = (name: string, value: unknown) => {
    const spelling = spellings[name]
    if (!spelling) return value
    const result = spelling.read(value, !spelling.isLater)
    return result === undefined && !spelling.isLater ? value : result
  }
  const isReadAsItIs = (name: string, value: unknown) =>
    declared.has(name) && !isMissing(name, value) && readOwn(name, value) === value

  return (object: JsonObject, at: string, report: ReportUnread): JsonObject => {
    const members = Object.entries(object)
    if (members.every(([name, value]) => isReadAsItIs(name, value))) return object
    const written = new Set(
      members.flatMap(([name, value]) => (declared.has(name) && !isMissing(name, value) ? name : [])),
    )
    let hasChanged = false
    const read = members.flatMap(([sent, value]): [string, unknown][] => {
      const isDocumented = declared.has(sent)
      const name = isDocumented ? sent : nameOf.get(sent)
      if (name === undefined || (!isDocumented && written.has(name))) return [[sent, value]]
      if (isMissing(name, value)) {
        hasChanged = true
        return []
      }
      const spelling = spellings[name]
      const result = spelling ? spelling.read(value, isDocumented && !spelling.isLater) : value
      if (result === undefined) {
        if (spelling!.isLater && isDocumented) {
          report(joinPath(at, sent), `is not read, because it must be ${spelling!.expected}`, true)
          hasChanged = true
          return []
        }
        if (!isDocumented && !spelling!.isLater) report(joinPath(at, sent), `must be ${spelling!.expected}`)
        return [[sent, value]]
      }
      hasChanged ||= !isDocumented || result !== value
      written.add(name)
      return [[name, result]]
    })
    return hasChanged ? Object.fromEntries(read) : object
  }
}
