import { expect, test } from 'vitest'
import { RawJson, serializeToJsonChunks } from '../../src/platform/json.ts'

test('a value that cannot be serialized leaves nothing behind for the next one', () => {
  const broken = {
    first: new RawJson('{"kept":true}'),
    toJSON() {
      throw new Error('not now')
    },
  }
  expect(() => serializeToJsonChunks([broken])).toThrow('not now')
  const text = new RawJson('{"a": 1}')
  expect(JSON.stringify({ text })).toBe('{"text":{"a":1}}')
  expect(serializeToJsonChunks({ text }).join('')).toBe('{"text":{"a": 1}}')
})
