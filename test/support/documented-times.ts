import fc, { type Arbitrary } from 'fast-check'

const two = (value: number) => String(value).padStart(2, '0')
const dayMs = 24 * 60 * 60_000

const offset = fc.oneof(
  fc.constantFrom('Z', 'z'),
  fc
    .tuple(fc.constantFrom('+', '-'), fc.nat(23), fc.nat(59))
    .map(([sign, hours, minutes]) => `${sign}${two(hours)}:${two(minutes)}`),
)

function minutesOf(offset: string): number {
  if (offset.length === 1) return 0
  const minutes = 60 * Number(offset.slice(1, 3)) + Number(offset.slice(4))
  return offset.startsWith('-') ? -minutes : minutes
}

const fraction = fc.oneof(
  fc.constant(''),
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 38 }).map((digits) => `.${digits}`),
)

// In another offset, the first and the last day of these years can be outside of them.
const firstDay = Date.parse('1900-01-02T00:00:00Z')
const lastDay = Date.parse('9999-12-30T00:00:00Z')
const day = fc.oneof(
  fc.constantFrom(firstDay, lastDay),
  fc.integer({ min: firstDay / dayMs, max: lastDay / dayMs }).map((n) => n * dayMs),
)

/**
 * Times of RFC 3339 (section 5.6) from 1900 to 9999 with at most 64 characters, and their milliseconds since 1970.
 * One in eight is a leap second. The milliseconds are computed from the parts, without a parser.
 */
export const documentedTime: Arbitrary<{ text: string; ms: number }> = fc
  .record({
    day,
    time: fc.tuple(fc.nat(23), fc.nat(59), fc.nat(59)),
    isLeap: fc.nat(7).map((n) => n === 0),
    separator: fc.constantFrom('T', 't'),
    fraction,
    offset,
  })
  .map(({ day, time, isLeap, separator, fraction, offset }) => {
    const minutes = minutesOf(offset)
    const [hour, minute] = isLeap ? [Math.floor(leapMinute(minutes) / 60), leapMinute(minutes) % 60] : time
    const second = isLeap ? 60 : time[2]
    const date = new Date(day).toISOString().slice(0, 10)
    const text = `${date}${separator}${two(hour!)}:${two(minute!)}:${two(second)}${fraction}${offset}`
    const ms =
      day +
      ((hour! * 60 + minute! - minutes) * 60 + second) * 1000 +
      Number(`0${fraction}`.slice(0, 5).padEnd(5, '0').slice(2))
    return { text, ms }
  })

/** Returns the minute of the day in an offset at which the last minute of a day in UTC begins. */
function leapMinute(offsetMinutes: number): number {
  return (23 * 60 + 59 + offsetMinutes + 2 * 24 * 60) % (24 * 60)
}

const dateTime =
  /^((?:19|[2-9]\d)\d\d-\d\d-\d\d)[Tt](?:([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60))(?:\.\d+)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Returns whether a text is a time of RFC 3339. */
export function isDocumentedTime(text: string): boolean {
  const [, day, hour, minute, second, offset] = dateTime.exec(text) ?? []
  if (day === undefined || new Date(`${day}T00:00:00Z`).toString() === 'Invalid Date') return false
  if (!new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)) return false
  return second !== '60' || Number(hour) * 60 + Number(minute) === leapMinute(minutesOf(offset!))
}
