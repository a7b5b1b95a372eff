import { expect, onTestFinished, test, vi } from 'vitest'
import { renderBlocks } from '../../src/reader/blocks-html.ts'
import { renderAuthorText } from '../../src/reader/markdown.ts'
import {
  hasTooManyEmphasisMarks,
  isTooComplexHtml,
  isTooComplexMarkdown,
  referencesMakeHtmlTooLong,
} from '../../src/reader/markdown-cost.ts'
import { englishPageLanguage } from '../../src/reader/page-language.ts'

const deepItems = (count: number) => `${' '.repeat(40)}- a\n`.repeat(count)

test.each([
  ['50,000 characters', 'x'.repeat(50_000), 'x'],
  ['2,000 brackets', '[]'.repeat(1000), '['],
  ['6,000 bars', '|'.repeat(6000), '|'],
  ['20 deep items of lists', deepItems(20), deepItems(1)],
  ['5,000 lines', '\n'.repeat(5000), '\n'],
])('a text of %s is converted, and a longer one is not', (_what, text, more) => {
  expect([isTooComplexMarkdown(text), isTooComplexMarkdown(text + more)]).toEqual([false, true])
})

test('HTML of 50,000 characters is shown, and a longer one is not', () => {
  expect(['x'.repeat(50_000), 'x'.repeat(50_001)].map(isTooComplexHtml)).toEqual([false, true])
})

test('208 marks of emphasis in a short paragraph are converted, or as many steps in several paragraphs', () => {
  const paragraph = (count: number) => '*a'.repeat(count)
  const texts = [
    paragraph(208),
    paragraph(209),
    `${paragraph(149)}\n\n${paragraph(149)}`,
    `${paragraph(150)}\n\n${paragraph(150)}`,
    // Marks of different characters are different marks, also without anything between them.
    '~_'.repeat(102),
    '~_'.repeat(103),
  ]
  expect(texts.map(hasTooManyEmphasisMarks)).toEqual([false, true, false, true, false, true])
  const emphasized = (count: number) =>
    renderAuthorText('*a* '.repeat(count), 'markdown', englishPageLanguage).text.includes('<em>')
  expect([emphasized(104), emphasized(105)]).toEqual([true, false])
})

test('references may make a page as long as eight times its text and 20,000 characters', () => {
  const event = (type: string, length: number) =>
    ['enter', { type, start: { offset: 0 }, end: { offset: length } }] as const
  const events = [event('definition', 10), event('definition', 1000), ...Array(100).fill(event('link', 3))]
  expect([referencesMakeHtmlTooLong(events, 10_000), referencesMakeHtmlTooLong(events, 9999)]).toEqual([false, true])
})

test('the blocks of a lesson cost at most 1,000,000 steps, and no block comes after one that is left out', async () => {
  const block = (length: number) => {
    const content = { code: 'x'.repeat(length - '{"code":""}'.length) }
    return { id: 'b', key: null, type: 'code', content }
  }
  const count = async (...lengths: number[]) => {
    const { sections } = await renderBlocks(lengths.map(block), '/', englishPageLanguage, undefined)
    return sections.map(({ text }) => text.includes('longer than this page can show'))
  }
  // The text of a block costs 50 in addition.
  expect(await count(400_000, 599_900)).toEqual([false, false])
  expect(await count(400_000, 599_901, 100)).toEqual([false, true])
})

const quizOf = (questions: number) => {
  const options = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: id }))
  const question = (id: number) => ({ id: `${id}`, type: 'single_choice', prompt: 'Which?', options, answer: 'a' })
  return {
    id: 'b',
    key: null,
    type: 'quiz',
    content: { questions: Array.from({ length: questions }, (_, i) => question(i)) },
  }
}

test('each text of a quiz has a cost, so that many short ones are left out', async () => {
  const { sections } = await renderBlocks([quizOf(300), quizOf(2000)], '/', englishPageLanguage, undefined)
  expect(sections.map(({ text }) => text.includes('longer than this page can show'))).toEqual([false, true])
})

test('other requests run between the texts of a quiz', async () => {
  // On this clock, each look is 25 ms later, so that each pause of the function is a turn of the event loop.
  let at = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    at += 25
    return at
  })
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  onTestFinished(() => {
    clearImmediate(next)
    clock.mockRestore()
  })
  await renderBlocks([quizOf(10)], '/', englishPageLanguage, undefined)
  expect(turns).toBeGreaterThanOrEqual(50)
})
