import { expect, test } from 'vitest'
import { isMarkdownUnsafeInDashboard } from '../../src/ai/clean/dashboard.ts'
import { findTextsTooComplexToClean } from '../../src/ai/clean/limits.ts'
import { cleanMarkdown } from '../../src/ai/clean/markdown.ts'
import { estimateMarkdownParsingSteps } from '../../src/courses/block/definition/parsing-steps.ts'

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

test('a generated text with many links is allowed, and one whose long words have many marks is refused', () => {
  const message = 'has long words of `*`, `_` and other marks; write plainer Markdown'
  expect(problemsOf({ text: '[a](/b) '.repeat(2000) })).toEqual([])
  for (const mark of '*_~`') {
    expect(problemsOf({ text: mark.repeat(1010), list: [`a${mark} `.repeat(5000)] })).toEqual([])
    expect(problemsOf({ list: [mark.repeat(1011)] })).toEqual([{ path: 'content.list.0', message }])
  }
})

test('generated content has at most 64 levels', () => {
  const levels = (count: number): object => JSON.parse(`${'{"a":'.repeat(count)}1${'}'.repeat(count)}`)
  expect(problemsOf(levels(64))).toEqual([])
  expect(problemsOf(levels(65))).toMatchObject([{ message: expect.stringContaining('64 levels') }])
})

test('quotes and lists of nineteen levels stay, and those of twenty are removed', () => {
  for (const mark of ['> ', '- ', '1. ']) {
    expect(cleanMarkdown(`${mark.repeat(19)}a`)).toBe(`${mark.repeat(19)}a`)
    expect(cleanMarkdown(`${mark.repeat(20)}a`)).not.toContain(mark)
  }
})

test.each([
  ['https://example.com/?a=1&b=2:3', false],
  ['/page?a=1&amp;b=2', false],
  ['page', false],
  ['javascript:alert(1)', true],
  ['javascript&colon;alert(1)', true],
  ['&#106;avascript&#58;alert(1)', true],
])('HTML with a link to %s is active: %s', (url, isActive) => {
  expect(isMarkdownUnsafeInDashboard(`<div><a href="${url}">x</a></div>`)).toBe(isActive)
})

test.each([
  ['https://example.com/?a=1&b=2:3', false],
  ['/page?a=1&amp;b=2', false],
  ['/page#a&b', false],
  ['javascript:alert(1)', true],
  ['javascript&colon;alert(1)', true],
  ['java&#115;cript:alert(1)', true],
])('Markdown with a link to %s is active: %s', (url, isActive) => {
  for (const markdown of [`[x](${url})`, `![x](${url})`, `[x]\n\n[x]: ${url}`])
    expect([markdown, isMarkdownUnsafeInDashboard(markdown)]).toEqual([markdown, isActive])
})

test('a code span directly after a bare URL is separated from it, and stays code', () => {
  for (const url of ['https://example.com', 'www.example.com', 'ann@example.com'])
    expect(cleanMarkdown(`${url}\`<img src=x>\``)).toBe(`${url} \`<img src=x>\``)
  expect(cleanMarkdown('text`<img src=x>`')).toBe('text`<img src=x>`')
})

test('a link or an image whose address or title contains a tag becomes its text', () => {
  for (const markdown of ['[x](/a "<img src=x>")', '[x](</a<b> "t")', '![x](/a "<img src=x>")'])
    expect([markdown, cleanMarkdown(markdown)]).toEqual([markdown, 'x'])
  expect(cleanMarkdown('[x](/a "1 < 2")')).toBe('[x](/a "1 < 2")')
})
