import { formatDateTime } from '../../ui/format-time.ts'

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Returns the browser's time zone, and its offset from UTC at a time: `Europe/Berlin, UTC+01:00`. */
export function describeTimeZone(at = new Date()): string {
  const minutes = -at.getTimezoneOffset()
  const hours = Math.floor(Math.abs(minutes) / 60)
  const offset = `UTC${minutes < 0 ? '−' : '+'}${twoDigits(hours)}:${twoDigits(Math.abs(minutes) % 60)}`
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone === 'UTC' ? 'UTC' : `${timeZone}, ${offset}`
}

/** Formats a time with its time zone: `24 Nov 2026, 09:00 (Europe/Berlin, UTC+01:00)`. */
export const formatTimeWithZone = (time: string) => `${formatDateTime(time)} (${describeTimeZone(new Date(time))})`

/** Converts a time to the value of an `<input type="datetime-local">`, in the browser's time zone. */
export function formatTimeForDateTimeInput(time: string): string {
  const at = new Date(time)
  const date = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-')
  return `${date}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

/**
 * Converts the value of a `datetime-local` input to a time. If the user has not changed the value, returns `saved`,
 * because the value of the input lacks the seconds.
 */
export const parseDateTimeInputOrKeepSaved = (text: string, saved: string | null): string | undefined =>
  saved !== null && text === formatTimeForDateTimeInput(saved) ? saved : parseDateTimeInput(text)

/**
 * Converts the value of an `<input type="datetime-local">` to a time. Returns undefined for an empty or incomplete
 * value.
 */
export function parseDateTimeInput(text: string): string | undefined {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
