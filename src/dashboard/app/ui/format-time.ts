const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const dateTimeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const unitSeconds: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** Formats a time as a date in the browser's time zone: `21 Nov 2026`. */
export const formatDate = (time: string) => dateFormat.format(new Date(time))

/** Formats a time with date and hour in the browser's time zone: `21 Nov 2026, 09:30`. */
export const formatDateTime = (time: string) => dateTimeFormat.format(new Date(time))

/** Formats a time relative to now: `3 minutes ago` or `in 2 months`. */
export function formatRelativeTime(time: string, now = Date.now()): string {
  const seconds = (Date.parse(time) - now) / 1000
  const unit = unitSeconds.find(([, size]) => Math.abs(seconds) >= size)
  return unit ? relativeFormat.format(Math.round(seconds / unit[1]), unit[0]) : 'just now'
}
