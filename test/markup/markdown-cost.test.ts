import { expect, onTestFinished, test, vi } from 'vitest'
import {
  hasTooManyEmphasisMarks,
  isTooComplexHtml,
  isTooComplexMarkdown,
  referencesMakeHtmlTooLong,
} from '../../src/markup/markdown-cost.ts'
import { readMarkdown } from '../../src/markup/read-markdown.ts'
import { renderBlocks } from '../../src/reader/blocks-html.ts'
import { renderAuthorText } from '../../src/reader/markdown.ts'
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
  const length = (count: number) => `${'[a] '.repeat(100)}\n\n[a]: ${'x'.repeat(990)} "${'t'.repeat(10)}"`.padEnd(count)
  const isTooLong = (text: string) => referencesMakeHtmlTooLong(readMarkdown(text, 'text'), text.length)
  expect([isTooLong(length(10_000)), isTooLong(length(9999))]).toEqual([false, true])
})

const textBlock = (text: string) => ({ id: 'b', key: null, type: 'text', content: { text } })
const render = async (...blocks: ReturnType<typeof textBlock>[]) =>
  (await renderBlocks(blocks, '/', englishPageLanguage, undefined)).sections.map(({ text }) => text)

test('the converted blocks of a lesson cost at most 1,000,000 steps, and others are shown as they are written', async () => {
  // The text of a block costs 50 in addition, and its two marks of emphasis 25 each.
  const block = (cost: number) => textBlock(`${'x'.repeat(cost - '{"text":"*a*"}'.length - 100)}*a*`)
  const areConverted = async (...costs: number[]) => {
    const sections = await render(...costs.map(block))
    return sections.map((section) => (section.includes('*a*') ? 'as written' : 'converted'))
  }
  const many = Array<number>(24).fill(40_000)
  expect(await areConverted(...many, 40_000)).toEqual(Array(25).fill('converted'))
  const sections = await areConverted(...many, 40_001, 40_000)
  expect(sections).toEqual([...Array(24).fill('converted'), 'as written', 'converted'])
})

test.each(['a@b.co ', 'www.a.b ', 'xmpp:a@b.c/ ', 'http://a.b ', '[^1] ', '[a](b) ', '&lt;', '*a* ', '| '])(
  'a lesson of 28 blocks of %j has at most 2,000,000 characters of HTML, and each text can be read',
  async (piece) => {
    const sections = await render(
      ...(Array<object>(28).fill(textBlock(`[^1]: a\n\n${piece.repeat(35_000 / piece.length)}`)) as ReturnType<
        typeof textBlock
      >[]),
    )
    expect(sections.join('').length).toBeLessThan(2_010_000)
    expect(sections.filter((section) => section.includes('longer than this page can show'))).toEqual([])
    expect(sections).toHaveLength(28)
  },
)

test('blocks beyond 2,000,000 characters of HTML are left out, and the page says so', async () => {
  const sections = await render(...Array.from({ length: 9 }, () => textBlock('x'.repeat(250_000))))
  expect(sections.map((section) => section.includes('longer than this page can show'))).toEqual([
    ...Array(7).fill(false),
    true,
  ])
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

test('each text of a quiz has a cost, and a quiz of 900 questions can be answered', async () => {
  const quiz = quizOf(900)
  const [question] = quiz.content.questions
  question!.prompt = '*Which?*'
  const { sections } = await renderBlocks([quizOf(300), quizOf(1200), quiz], '/', englishPageLanguage, undefined)
  const texts = sections.map(({ text }) => text)
  expect(texts.map((text) => text.match(/type="radio"/g)?.length)).toEqual([1200, 4800, 3600])
  expect(texts[2]).toContain('*Which?*')
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
