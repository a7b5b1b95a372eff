import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { updateHashWithCanonicalJson } from '../../src/platform/canonical-json.ts'

function hashOf(value: unknown): string {
  const hash = createHash('sha256')
  updateHashWithCanonicalJson(hash, value)
  return hash.digest('hex')
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns a copy of a JSON value whose objects have their keys in the opposite order. */
function withReversedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReversedKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, withReversedKeys(inner)]),
  )
}

test('canonical JSON is the text that JSON.stringify writes, but with sorted keys', () => {
  const value = { b: [1.5, null, { d: 'é"\n', c: true }], a: new Date(0), skipped: undefined, 10: [], 9: {} }
  expect(hashOf(value)).toBe(
    sha256('{"10":[],"9":{},"a":"1970-01-01T00:00:00.000Z","b":[1.5,null,{"c":true,"d":"é\\"\\n"}]}'),
  )
  expect(hashOf([undefined, Number.NaN])).toBe(sha256('[null,null]'))
})

test('values that are equal except for the order of keys have the same hash, and a longer list has another one', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (value, other) => {
      expect(hashOf(withReversedKeys(value))).toBe(hashOf(value))
      expect(hashOf(JSON.parse(JSON.stringify(value)))).toBe(hashOf(value))
      expect(hashOf([value])).not.toBe(hashOf([value, other]))
      if (JSON.stringify(value) === JSON.stringify(other)) expect(hashOf(other)).toBe(hashOf(value))
    }),
  )
})

test('a text that is longer than a piece has the hash of the whole text', () => {
  const value = { texts: Array.from({ length: 50 }, (_, index) => `${index} ${'x'.repeat(7_000)}`) }
  expect(hashOf(value)).toBe(sha256(JSON.stringify(value)))
})
