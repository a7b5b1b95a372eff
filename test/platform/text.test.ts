import { expect, test } from 'vitest'
import { truncateText } from '../../src/platform/text.ts'

test.each([
  ['abc', 5, 'abc'],
  ['abcdef', 3, 'abc'],
  ['ab😀cd', 3, 'ab'],
  ['ab😀cd', 4, 'ab😀'],
  ['😀', 1, ''],
])('the text %s of at most %i characters is %s', (text, maxChars, truncated) => {
  expect(truncateText(text, maxChars)).toBe(truncated)
  expect(truncateText(text, maxChars).isWellFormed()).toBe(true)
})
