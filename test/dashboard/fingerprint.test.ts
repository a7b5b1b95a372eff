import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeFingerprint } from '../../src/dashboard/app/unsaved-edits/fingerprint.ts'

test('only equal texts have the same fingerprint', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(makeFingerprint(one) === makeFingerprint(other)).toBe(one === other)
    }),
  )
  expect(makeFingerprint('The moon.')).not.toBe(makeFingerprint('The moon!'))
})
