import { expect, test } from 'vitest'
import { calculateKeyExpiryTime } from '../../src/dashboard/app/keys/expiry.ts'

test('a key expires at the end of its last day, after some days, or never', () => {
  const now = Date.parse('2026-01-02T00:00:00Z')
  expect(calculateKeyExpiryTime('30', '', now)).toBe('2026-02-01T00:00:00.000Z')
  expect(calculateKeyExpiryTime('date', '2026-03-02', now)).toBe(new Date('2026-03-02T23:59:59').toISOString())
  expect(calculateKeyExpiryTime('never', '', now)).toBeNull()
})

test.each(['', '20266-03-02'])('a key has no expiry time for the date “%s”', (date) => {
  expect(calculateKeyExpiryTime('date', date)).toBeUndefined()
})
