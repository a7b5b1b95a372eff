import { expect, test } from 'vitest'
import { parseClientJson } from '../../src/platform/json-error.ts'

const problemOf = (text: string) => {
  const parsed = parseClientJson(text)
  return 'problem' in parsed ? parsed.problem : undefined
}

/** A text of `length` characters. The part that V8 quotes from the place of the error occurs twice in it. */
function ambiguous(length: number): string {
  const excerpt = `${' '.repeat(10)}?${'1'.repeat(10)}`
  const text = `["${excerpt}",${excerpt}`
  return text + '1'.repeat(length - text.length)
}

test('the place of an error is told where the quoted part occurs once', () => {
  const text = `["${'long '.repeat(1000)}",\n   ?2222222222]`
  expect(problemOf(text)).toBe('it has an unexpected character "?" at line 2, column 4')
})

test('in a text of 2,000 characters the place is found although the quoted part occurs twice, in a longer one not', () => {
  expect(problemOf(ambiguous(2000))).toBe('it has an unexpected character "?" at line 1, column 36')
  expect(problemOf(ambiguous(2001))).toBe('it has an unexpected character')
})

test('JSON is parsed, and a text that ends too early is called that', () => {
  expect(parseClientJson('{"a":[1]}')).toEqual({ value: { a: [1] } })
  expect(problemOf('{"a":[1')).toMatch(/^(it ends too early|see line 1, column \d+)$/)
})
