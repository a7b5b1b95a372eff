import { expect, test } from 'vitest'
import {
  formatNumberForField,
  keepTypedTextOrFormatNumber,
  parseNumberOrKeepText,
} from '../../src/dashboard/app/courses/block-content/block-form.ts'
import { type EditedText, indent, outdent } from '../../src/dashboard/app/courses/block-types/code/indent.ts'
import {
  formatLinesForField,
  parseLinesOrKeepText,
} from '../../src/dashboard/app/courses/block-types/code/line-numbers.ts'
import {
  formatConfigForField,
  parseConfigOrKeepText,
} from '../../src/dashboard/app/courses/block-types/interactive/config-field.ts'

/** Types a text into a number field, key by key. Returns the text that the field shows, and the stored value. */
function typeNumber(text: string): { shown: string; value: unknown } {
  let shown = ''
  let value: unknown
  for (const key of text) {
    const typed = shown + key
    value = parseNumberOrKeepText(typed) === '' ? undefined : parseNumberOrKeepText(typed)
    shown = keepTypedTextOrFormatNumber(typed, value)
  }
  return { shown, value }
}

test.each<[string, unknown]>([
  ['1.5', 1.5],
  ['1.', 1],
  ['1.50', 1.5],
  ['0.05', 0.05],
  ['.5', 0.5],
  ['10', 10],
  [' ', undefined],
  ['1,5', '1,5'],
  ['two', 'two'],
  ['Infinity', 'Infinity'],
])('the text %j can be typed into a number field, and its value is %j', (text, value) => {
  expect(typeNumber(text)).toEqual({ shown: text, value })
})

test('a number field shows the value that replaces the typed one', () => {
  expect([keepTypedTextOrFormatNumber('1.', 2), keepTypedTextOrFormatNumber('1.50', undefined)]).toEqual(['2', ''])
  expect([formatNumberForField(1.5), formatNumberForField('1,5'), formatNumberForField(null)]).toEqual([
    '1.5',
    '1,5',
    '',
  ])
})

test.each(['{ "speed": 2', '[1]', '5', '"text"', 'null', '{"a": 1,}'])(
  'the settings %j, which are not a JSON object, stay as they were typed',
  (text) => {
    expect(parseConfigOrKeepText(text)).toBe(text)
    expect(formatConfigForField(parseConfigOrKeepText(text))).toBe(text)
  },
)

test('settings that are a JSON object are stored as an object, and blank settings are removed', () => {
  expect(parseConfigOrKeepText(' {"speed": 2} ')).toEqual({ speed: 2 })
  expect(formatConfigForField({ speed: 2 })).toBe('{\n  "speed": 2\n}')
  expect([parseConfigOrKeepText(' \n'), formatConfigForField(undefined)]).toEqual(['', ''])
})

test.each<[string, number[] | string | undefined, string]>([
  ['1, 3-5', [1, 3, 4, 5], '1, 3-5'],
  ['2,3', [2, 3], '2-3'],
  [' ', undefined, ''],
  ['1-', '1-', '1-'],
  ['0', '0', '0'],
  ['5-3', '5-3', '5-3'],
  ['1-999999', '1-999999', '1-999999'],
])('the numbers of lines %j are stored as %j', (text, lines, shown) => {
  expect(parseLinesOrKeepText(text)).toEqual(lines)
  expect(formatLinesForField(parseLinesOrKeepText(text))).toBe(shown)
})

/** Marks the selection of a text with `[` and `]`, or `|` if nothing is selected. */
function mark({ text, start, end }: EditedText): string {
  if (start === end) return `${text.slice(0, start)}|${text.slice(start)}`
  return `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`
}
function unmark(marked: string): EditedText {
  const start = marked.search(/[[|]/)
  const end = marked.includes('|') ? start : marked.indexOf(']') - 1
  return { text: marked.replace(/[[\]|]/g, ''), start, end }
}

test.each([
  ['a|b', 'a  |b'],
  ['if x:\n    y\n|', 'if x:\n    y\n    |'],
  ['\ta\n|b', '\ta\n\t|b'],
  ['a\n[b\nc]\nd', 'a\n  [b\n  c]\nd'],
  ['a\n[b\n]c', 'a\n  [b\n]c'],
  ['[a]', '  [a]'],
])('Tab changes %j to %j', (before, after) => {
  expect(mark(indent(unmark(before)))).toBe(after)
})

test.each([
  ['  a|b', 'a|b'],
  ['a\n  |  b', 'a\n|b'],
  ['a\n[  b\n  c]\nd', 'a\n[b\nc]\nd'],
  ['  [a]', '[a]'],
  ['a|', 'a|'],
])('Shift and Tab change %j to %j', (before, after) => {
  expect(mark(outdent(unmark(before)))).toBe(after)
})
