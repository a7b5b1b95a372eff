const dayHours = 24
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = dayHours * hourMs

/** The time ranges that a user can choose for the usage charts. `step` is the time that one bar covers. */
export const timeRanges = [
  { value: 'day', label: 'Last 24 hours', hours: dayHours, step: 'hour' },
  { value: 'week', label: 'Last 7 days', hours: 7 * dayHours, step: 'day' },
  { value: 'month', label: 'Last 30 days', hours: 30 * dayHours, step: 'day' },
  { value: 'quarter', label: 'Last 90 days', hours: 90 * dayHours, step: 'day' },
] as const

export type TimeRange = (typeof timeRanges)[number]

/** The data of one bar in a chart: the start time in milliseconds since 1970, a label, and a value for each series. */
export type ChartBarData = { from: number; label: string; values: Record<string, number> }

const labelFormats = {
  hour: new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', weekday: 'short' }),
  day: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', weekday: 'short' }),
}

/** Returns the start of the hour or of the local day that contains `time`. */
function bucketStart(time: number, step: TimeRange['step']): number {
  if (step === 'day') return new Date(time).setHours(0, 0, 0, 0)
  // When the clocks go back, the same local hour occurs twice, and `setMinutes` can select the wrong one.
  // The UTC offset tells two equal local hours apart.
  const offsetMs = new Date(time).getTimezoneOffset() * minuteMs
  return Math.floor((time - offsetMs) / hourMs) * hourMs + offsetMs
}

// A day has up to 25 hours, because the clocks can go back. So 26 hours after its start is always in the next day.
const nextBucketStart = (time: number, step: TimeRange['step']) =>
  bucketStart(time + (step === 'hour' ? 1 : 26) * hourMs, step)

/**
 * Returns the time range that a chart shows. The range ends at the end of the current hour or day, so that equal
 * queries can be cached.
 */
export function calculateLocalHourOrDayQueryTimeRange({ hours, step }: TimeRange, now = Date.now()) {
  const to = nextBucketStart(bucketStart(now, step), step)
  // A day can have 23, 24 or 25 hours.
  // The time that is `hours - 2` hours before `to` is always in the first day of the range.
  const from = bucketStart(to - (step === 'hour' ? hours : hours - 2) * hourMs, step)
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

/**
 * Returns the start and the end of the time range that a chart with UTC days shows. `days` contains the date of each
 * day, such as `2026-01-31`.
 */
export function calculateUtcDayQueryTimeRange({ hours }: TimeRange, now = Date.now()) {
  const to = Math.ceil(now / dayMs) * dayMs
  const dayCount = Math.max(1, hours / dayHours)
  const starts = Array.from({ length: dayCount }, (_, index) => to - (dayCount - index) * dayMs)
  const days = starts.map((start) => new Date(start).toISOString().slice(0, 10))
  return { from: new Date(to - dayCount * dayMs).toISOString(), to: new Date(to).toISOString(), days }
}

type HourlyRow = { at: string; values: Record<string, number> }

/** Sums hourly rows of usage into chart bars, one for each hour or day. A bar without rows has no values. */
export function sumHourlyRowsIntoChartBars(
  rows: readonly HourlyRow[],
  { from, to }: { from: string; to: string },
  step: TimeRange['step'],
): ChartBarData[] {
  const buckets = new Map<number, ChartBarData>()
  for (let start = Date.parse(from); start < Date.parse(to); start = nextBucketStart(start, step))
    buckets.set(start, { from: start, label: labelFormats[step].format(start), values: {} })
  for (const { at, values } of rows) {
    const bucket = buckets.get(bucketStart(Date.parse(at), step))
    if (!bucket) continue
    for (const [name, value] of Object.entries(values)) bucket.values[name] = (bucket.values[name] ?? 0) + value
  }
  return [...buckets.values()]
}
