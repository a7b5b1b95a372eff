const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** `21 Nov 2026`, in the reader's time zone. */
export const dayOf = (time: string) => day.format(new Date(time))

/** `21 Nov 2026, 09:30`, in the reader's time zone. */
export const momentOf = (time: string) => moment.format(new Date(time))

/** `3 minutes ago`, `in 2 months`. */
export function agoOf(time: string, now = Date.now()): string {
  const seconds = (Date.parse(time) - now) / 1000
  const step = steps.find(([, size]) => Math.abs(seconds) >= size)
  return step ? relative.format(Math.round(seconds / step[1]), step[0]) : 'just now'
}
