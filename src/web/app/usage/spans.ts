/** How far back a chart looks, and what one bar stands for. */
export const spans = [
  { value: 'day', label: 'Last 24 hours', hours: 24, step: 'hour' },
  { value: 'week', label: 'Last 7 days', hours: 7 * 24, step: 'day' },
  { value: 'month', label: 'Last 30 days', hours: 30 * 24, step: 'day' },
  { value: 'quarter', label: 'Last 90 days', hours: 90 * 24, step: 'day' },
] as const

export type Span = (typeof spans)[number]

/** One bar: when it begins, how it is told, and its figures. */
export type Bucket = { from: number; label: string; parts: Record<string, number> }

const hourMs = 3_600_000

const told = {
  hour: new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', weekday: 'short' }),
  day: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', weekday: 'short' }),
}

/** The hour, or the reader's own day, that a moment lies in. */
function startOf(time: number, step: Span['step']): number {
  const start = new Date(time)
  start.setMinutes(0, 0, 0)
  if (step === 'day') start.setHours(0)
  return start.getTime()
}

const after = (time: number, step: Span['step']) => startOf(time + (step === 'hour' ? 1 : 26) * hourMs, step)

/** From when to when a span looks: up to the end of this hour or day, so that it stays the same for a while. */
export function rangeOf({ hours, step }: Span, now = Date.now()) {
  const to = after(startOf(now, step), step)
  const from = startOf(to - hours * hourMs, step)
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

const dayMs = 24 * hourMs

/** The same for what is counted by UTC day: whole days, at least one, with their names such as 2026-01-31. */
export function rangeOfDays({ hours }: Span, now = Date.now()) {
  const to = Math.ceil(now / dayMs) * dayMs
  const count = Math.max(1, hours / 24)
  const starts = Array.from({ length: count }, (_, index) => to - (count - index) * dayMs)
  const days = starts.map((start) => new Date(start).toISOString().slice(0, 10))
  return { from: new Date(to - count * dayMs).toISOString(), to: new Date(to).toISOString(), days }
}

type Row = { at: string; parts: Record<string, number> }

/** Sums rows of an hour each up into bars; a time without requests has a bar of nothing. */
export function bucketsOf(
  rows: readonly Row[],
  { from, to }: { from: string; to: string },
  step: Span['step'],
): Bucket[] {
  const buckets = new Map<number, Bucket>()
  for (let start = Date.parse(from); start < Date.parse(to); start = after(start, step))
    buckets.set(start, { from: start, label: told[step].format(start), parts: {} })
  for (const { at, parts } of rows) {
    const bucket = buckets.get(startOf(Date.parse(at), step))
    if (!bucket) continue
    for (const [name, value] of Object.entries(parts)) bucket.parts[name] = (bucket.parts[name] ?? 0) + value
  }
  return [...buckets.values()]
}
