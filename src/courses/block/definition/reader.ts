import type { JsonObject } from '../../../operations/json-object.ts'
import type { JsonSchema } from '../../../operations/json-schema.ts'

/** Reports a member that a reader cannot read. `path` begins below the content, such as `questions.0.answer`. */
export type ReportUnread = (path: string, message: string) => void

/**
 * How a member of the documented shape may also be written. `also` lists other names of the member. `read` returns the
 * value in the documented shape, or undefined if it cannot read the value. `expected` completes the sentence "must be …".
 * With `isDocumented`, the JSON Schema checks the result of `read`, so `read` need not look into lists and objects.
 */
export type Spelling = {
  also: readonly string[]
  read(value: unknown, isDocumented: boolean): unknown
  expected: string
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
export const numberSpelling = (...also: string[]): Spelling => ({
  also,
  read: readNumber,
  expected: 'a number that is not negative',
})
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
      format === 'uri' || values !== undefined ? [name] : [],
    ),
  )

/**
 * Makes a function that writes the members of an object with their documented names and values. Null, and an empty
 * address, mean that the member is missing. Other members stay as they are. If nothing changes, the function returns
 * the same object.
 *
 * A documented member that the function cannot read stays unchanged, so that the JSON Schema refuses it.
 */
export function makeMemberReader(schema: JsonSchema, spellings: Spellings) {
  const declared = getDeclaredNames(schema)
  const neverEmpty = listMembersWithoutEmptyText(schema)
  const nameOf = new Map(Object.entries(spellings).flatMap(([name, { also }]) => also.map((other) => [other, name])))
  const isMissing = (name: string, value: unknown) => value == null || (value === '' && neverEmpty.has(name))
  const isReadAsItIs = (name: string, value: unknown) =>
    declared.has(name) && !isMissing(name, value) && (spellings[name]?.read(value, true) ?? value) === value

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
      const result = spelling ? spelling.read(value, isDocumented) : value
      if (result === undefined) {
        if (!isDocumented) report(joinPath(at, sent), `must be ${spelling!.expected}`)
        return [[sent, value]]
      }
      hasChanged ||= !isDocumented || result !== value
      written.add(name)
      return [[name, result]]
    })
    return hasChanged ? Object.fromEntries(read) : object
  }
}
