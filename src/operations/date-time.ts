import { GraphQLError } from 'graphql'
import type { JsonSchema } from './json-schema.ts'

const maxChars = 64

// The service subtracts days from a time, and PostgreSQL does not accept the result if its year is 0.
const firstYear = 1900
// In a later year, the JSON text of a time would have more than four digits.
const lastYear = 9999

/** The JSON Schema of a time in requests and responses (RFC 3339, section 5.6). */
export const dateTimeJsonSchema: JsonSchema = { type: 'string', format: 'date-time', maxLength: maxChars }

/** RFC 3339, section 5.6. The seconds may be left out, as ISO 8601 allows. */
const dateTime = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?([Zz]|[+-]\d\d:\d\d)$/

/** Returns whether a date exists. Without this check, `Date.parse` would read 2026-02-30 as 2 March. */
function isCalendarDay(day: string): boolean {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
}

/** Returns the time in milliseconds since 1970, or NaN if the text is not such a time. */
function parseTime(text: string): number {
  if (text.length > maxChars) return Number.NaN
  const [, day, minute, second = '00', fraction = '', offset] = dateTime.exec(text) ?? []
  if (day === undefined || !isCalendarDay(day)) return Number.NaN
  // V8 reads .00200000000000000 as .200.
  const ms = fraction.slice(0, 3).padEnd(3, '0')
  const parse = (seconds: string) => Date.parse(`${day}T${minute}:${seconds}.${ms}${offset!.toUpperCase()}`)
  if (second !== '60') return parse(second)
  // A leap second ends a day in UTC. The clocks of computers show the first second of the next day for it.
  const before = new Date(parse('59'))
  return before.getUTCHours() === 23 && before.getUTCMinutes() === 59 ? before.getTime() + 1000 : Number.NaN
}

/**
 * Parses a time of a request, to the millisecond. A leap second becomes the second after it.
 * @throws GraphQLError if the value is not a time of RFC 3339 in the years 1900 to 9999 in UTC
 */
export function parseDateTime(value: unknown): Date {
  // graphql-js coerces a variable that is already coerced.
  if (value instanceof Date) return value
  const time = typeof value === 'string' ? parseTime(value) : Number.NaN
  if (Number.isNaN(time))
    throw new GraphQLError('must be an ISO 8601 time with an offset, such as 2026-01-31T09:30:00Z')
  const year = new Date(time).getUTCFullYear()
  if (year < firstYear || year > lastYear)
    throw new GraphQLError(`must be a time between the years ${firstYear} and ${lastYear} in UTC`)
  return new Date(time)
}
