import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  calculateLocalHourOrDayQueryTimeRange,
  sumHourlyRowsIntoChartBars,
  timeRanges,
} from '../../src/dashboard/app/usage/time-ranges.ts'

const [day, week] = timeRanges
const { TZ } = process.env

beforeEach(() => {
  process.env.TZ = 'Europe/Berlin'
})
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
})

/** The start times of the bars of a chart that is shown at `now`. */
const listBarStarts = (range: typeof day | typeof week, now: string) =>
  sumHourlyRowsIntoChartBars([], calculateLocalHourOrDayQueryTimeRange(range, Date.parse(now)), range.step).map(
    ({ from }) => from,
  )

test.each([
  ['before the clocks go back', '2026-10-25T00:30:00Z'],
  ['in the hour after the clocks went back', '2026-10-25T01:30:00Z'],
  ['after the clocks went back', '2026-10-25T03:30:00Z'],
  ['after the clocks went forward', '2026-03-29T03:30:00Z'],
])('a chart of 24 hours has a bar for each hour %s', (_when, now) => {
  const end = Math.ceil(Date.parse(now) / 3_600_000)
  expect(listBarStarts(day, now)).toEqual(Array.from({ length: 24 }, (_, index) => (end - 24 + index) * 3_600_000))
})

test('each row is counted in its own hour when the clocks go back', () => {
  const rows = ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z'].map((at) => ({ at, values: { requests: 1 } }))
  const bars = sumHourlyRowsIntoChartBars(
    rows,
    calculateLocalHourOrDayQueryTimeRange(day, Date.parse('2026-10-25T03:30:00Z')),
    'hour',
  )
  const counted = bars.filter(({ values }) => values.requests === 1)
  expect(counted.map(({ from }) => new Date(from).toISOString())).toEqual(
    rows.map(({ at }) => at.replace('Z', '.000Z')),
  )
})

test('the hours of a time zone with half an hour begin at its full hours', () => {
  process.env.TZ = 'Asia/Kolkata'
  expect(calculateLocalHourOrDayQueryTimeRange(day, Date.parse('2026-10-25T03:10:00Z'))).toEqual({
    from: '2026-10-24T03:30:00.000Z',
    to: '2026-10-25T03:30:00.000Z',
  })
})

test.each(['2026-10-26T10:00:00Z', '2026-03-31T10:00:00Z'])(
  'a chart of 7 days has a bar for each day when the clocks have changed: %s',
  (now) => {
    const starts = listBarStarts(week, now)
    expect(starts).toHaveLength(7)
    expect(starts.map((start) => new Date(start).getHours())).toEqual(Array(7).fill(0))
  },
)
