import { expect, test } from 'vitest'
import { normalizeText } from '../../src/platform/normalize-text.ts'

test.each([
  ['e\u0301', 'é'],
  ['a\u0301\u0316', 'a\u0316\u0301'],
  ['ｶﾞ', 'ｶﾞ'],
  ['नमस्ते', 'नमस्ते'],
])('the text %j is normalized', (text, expected) => {
  expect(normalizeText(text, 'NFC')).toBe(expected.normalize('NFC'))
  expect(normalizeText(text, 'NFKC')).toBe(expected.normalize('NFKC'))
})

test('a letter keeps its first 30 marks', () => {
  expect(normalizeText(`b${'\u0331'.repeat(30)}c`, 'NFC')).toBe(`b${'\u0331'.repeat(30)}c`.normalize('NFC'))
  expect(normalizeText(`b${'\u0331'.repeat(500)}c`, 'NFC')).toBe(`b${'\u0331'.repeat(30)}c`.normalize('NFC'))
})

test('the marks of different letters are counted separately', () => {
  const text = 'ö̱'.repeat(1000)
  expect(normalizeText(text, 'NFKC')).toBe(text.normalize('NFKC'))
})
