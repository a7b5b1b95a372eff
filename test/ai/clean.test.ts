import { expect, test } from 'vitest'
import { findTextsTooComplexToClean } from '../../src/ai/clean/limits.ts'
import { cleanMarkdown } from '../../src/ai/clean/markdown.ts'
import { estimateMarkdownParsingSteps } from '../../src/markup/parsing-steps.ts'

const problemsOf = (content: object) => findTextsTooComplexToClean(content, 'content')

test('a generated text has at most 16,384 characters, unless it is code', () => {
  const message = 'must have at most 16,384 characters; write several blocks'
  const [most, more] = ['x'.repeat(16_384), 'x'.repeat(16_385)]
  expect(problemsOf({ text: most, list: [{ text: most }] })).toEqual([])
  expect(problemsOf({ text: more, list: [most, { text: more }] })).toEqual([
    { path: 'content.text', message },
    { path: 'content.list.1.text', message },
  ])
  expect([problemsOf({ code: more }), problemsOf({ code: [more] })]).toEqual([
    [],
    [{ path: 'content.code.0', message }],
  ])
})

test('a generated text that takes more than eight steps for each character, and ten thousand, is refused', () => {
  const message = 'has too many brackets, backticks or comments that do not close; write plainer Markdown'
  const textOf = (count: number) => '<!--'.repeat(count)
  const isAllowed = (text: string) => estimateMarkdownParsingSteps(text) <= 8 * text.length + 10_000
  const least = Array.from({ length: 1000 }, (_, count) => count).find((count) => !isAllowed(textOf(count)))!
  expect(least).toBeGreaterThan(50)
  expect(problemsOf({ text: textOf(least - 1) })).toEqual([])
  expect(problemsOf({ text: textOf(least) })).toEqual([{ path: 'content.text', message }])
})

test('generated content has at most 64 levels', () => {
  const levels = (count: number): object => JSON.parse(`${'{"a":'.repeat(count)}1${'}'.repeat(count)}`)
  expect(problemsOf(levels(64))).toEqual([])
  expect(problemsOf(levels(65))).toMatchObject([{ message: expect.stringContaining('64 levels') }])
})

test('quotes and lists of nineteen levels stay, and those of twenty are removed', () => {
  for (const mark of ['> ', '- ', '1. ']) {
    expect(cleanMarkdown(`${mark.repeat(19)}a`, 'text')).toBe(`${mark.repeat(19)}a`)
    expect(cleanMarkdown(`${mark.repeat(20)}a`, 'text')).not.toContain(mark)
  }
})
