import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDateTime } from '../../src/operations/date-time.ts'
import { documentedTime } from '../support/documented-times.ts'

test('every time of RFC 3339 is taken, to the millisecond', () => {
  fc.assert(
    fc.property(documentedTime, ({ text, ms }) => {
      expect(parseDateTime(text).getTime()).toBe(ms)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['2026-01-31t09:30:00z', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T09:30:00.123456789+05:30', '2026-01-31T04:00:00.123Z'],
  ['2026-01-31T09:30:00-00:00', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T00:00:00+23:59', '2026-01-30T00:01:00.000Z'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['2016-12-31T15:59:60.5-08:00', '2017-01-01T00:00:00.500Z'],
  ['2026-01-31T09:30:00.00200000000000000Z', '2026-01-31T09:30:00.002Z'],
  ['2026-01-31T09:30Z', '2026-01-31T09:30:00.000Z'],
])('%s is %s', (text, time) => {
  expect(parseDateTime(text).toISOString()).toBe(time)
})

test.each([
  ['2026-02-30T00:00:00Z'],
  ['2026-13-01T00:00:00Z'],
  ['2026-01-31T09:30:00'],
  ['2026-01-31'],
  ['2026-01-31T24:00:01Z'],
  ['2026-01-31T09:60:00Z'],
  ['2026-01-31T09:30:60Z'],
  ['2026-01-31T23:59:61Z'],
  ['2026-01-31T09:30:00.Z'],
  ['2026-01-31T09:30:00,5Z'],
  ['2026-01-31T09:30:00+24:00'],
  ['2026-01-31T09:30:00+0100'],
  ['2026-01-31T09:30:00 Z'],
  ['+002026-01-31T09:30:00Z'],
  [`2026-01-31T09:30:00.${'0'.repeat(45)}Z`],
  [1769851800000],
  [null],
])('%j is refused', (value) => {
  expect(() => parseDateTime(value)).toThrow('must be an ISO 8601 time with an offset, such as 2026-01-31T09:30:00Z')
})

test.each(['9999-12-31T23:59:60Z', '9999-12-31T23:59:59-12:00', '1900-01-01T00:00:00+14:00', '0000-01-01T00:00:00Z'])(
  '%s is refused, because it is not in the years 1900 to 9999 in UTC',
  (value) => {
    expect(() => parseDateTime(value)).toThrow('must be a time between the years 1900 and 9999 in UTC')
  },
)
