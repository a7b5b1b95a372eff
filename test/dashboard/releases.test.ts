import { expect, test } from 'vitest'
import {
  describeReleaseSchedule,
  findNextScheduledRelease,
  getReleaseStatus,
  type Release,
} from '../../src/dashboard/app/courses/publishing/release-status.ts'
import {
  formatTimeForDateTimeInput,
  parseDateTimeInput,
  parseDateTimeInputOrKeepSaved,
} from '../../src/dashboard/app/courses/publishing/time-zone.ts'

const now = Date.parse('2026-01-02T00:00:00Z')
const past = '2026-01-01T00:00:00.000Z'
const future = '2026-01-03T00:00:00.000Z'

test.each([
  ['live', { number: 2, published: true, liveFrom: past }],
  ['past', { number: 1, published: true, liveFrom: past }],
  ['past', { number: 1, published: true, liveFrom: null }],
  ['scheduled', { number: 3, published: true, liveFrom: future }],
  ['kept', { number: 3, published: false, liveFrom: null }],
] as const)('a release is %s: %o', (status, fields) => {
  expect(getReleaseStatus(fields as Release, 2, now)).toBe(status)
})

test('the scheduled release that goes live first is found, whatever the order of the list', () => {
  const release = (number: number, liveFrom: string | null) => ({ number, published: true, liveFrom, liveUntil: null })
  const later = '2050-01-01T00:00:00.000Z'
  const list = [release(4, null), release(3, later), release(2, '2049-01-01T00:00:00.000Z'), release(1, past)]
  expect(findNextScheduledRelease(list, 1)?.number).toBe(2)
  expect(findNextScheduledRelease(list.toReversed(), 1)?.number).toBe(2)
  expect(findNextScheduledRelease([release(4, null), release(1, past)], 1)).toBeUndefined()
})

test('a time is the same after it went through an input field', () => {
  expect(parseDateTimeInput(formatTimeForDateTimeInput('2026-07-01T08:05:00.000Z'))).toBe('2026-07-01T08:05:00.000Z')
  expect(parseDateTimeInput('')).toBeUndefined()
})

test('a time that was not changed keeps its seconds', () => {
  const saved = '2026-07-01T08:05:30.500Z'
  expect(parseDateTimeInputOrKeepSaved(formatTimeForDateTimeInput(saved), saved)).toBe(saved)
  expect(parseDateTimeInputOrKeepSaved(formatTimeForDateTimeInput('2026-07-01T08:06:00.000Z'), saved)).toBe(
    '2026-07-01T08:06:00.000Z',
  )
  expect(parseDateTimeInputOrKeepSaved('', saved)).toBeUndefined()
  expect(parseDateTimeInputOrKeepSaved('', null)).toBeUndefined()
})

test.each([
  [/^Was live until 1 Jan 2026/, past],
  [/^Replaced\. Learners see it again if the later releases end before 3 Jan 2026/, future],
] as const)('the schedule of a past release says %s', (text, liveUntil) => {
  const release = { number: 1, published: true, liveFrom: past, liveUntil } as Release
  expect(describeReleaseSchedule(release, 'past', now)).toMatch(text)
})
