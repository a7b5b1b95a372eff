import { expect, test } from 'vitest'
import { readQuizQuestions } from '../../src/courses/block/quiz/questions.ts'
import { makeElementIdAssigner, removeAuthorElementIds } from '../../src/reader/anchors.ts'
import { renderBlocks } from '../../src/reader/blocks-html.ts'
import { renderAuthorText } from '../../src/reader/markdown.ts'
import { englishPageLanguage } from '../../src/reader/page-language.ts'
import { renderQuizForm } from '../../src/reader/quiz-html.ts'

const render = (text: string, format = 'markdown') =>
  removeAuthorElementIds(renderAuthorText(text, format, englishPageLanguage)).text
const valuesOf = (page: string, attribute: string) =>
  [...page.matchAll(new RegExp(` ${attribute}="([^"]+)"`, 'g'))].map(([, value]) => value!)

test('a footnote and its reference lead to each other, also if two texts of a page have the same footnote', () => {
  const texts = ['Light', 'Water'].map((word) => render(`${word}[^1] and ${word}[^1]\n\n[^1]: Source.`))
  const ids = texts.flatMap((text) => valuesOf(text, 'id'))
  expect([ids.length, new Set(ids).size]).toEqual([6, 6])
  for (const text of texts)
    expect(valuesOf(text, 'href').map((href) => valuesOf(text, 'id').includes(href.slice(1)))).toEqual([
      true,
      true,
      true,
      true,
    ])
  expect(texts[0]).toContain('aria-label="Back to reference 1"')
  expect(texts[0]).toMatch(/<a href="#note-[^>]* aria-label="Back[^>]* lang="en"/)
})

test('a text keeps no other id of its author', () => {
  for (const format of ['markdown', 'html'])
    expect(
      render('<a id="content" href="/x">x</a><ul><li id="content">y</li></ul><p id="note-fn-1">z</p>', format),
    ).not.toContain(' id=')
})

test('an id of an author stays within its attribute', () => {
  const written = '<p id="A&quot; onclick=&quot;x&amp;">y</p>'
  expect(makeElementIdAssigner().giveIds(renderAuthorText(written, 'html', englishPageLanguage)).text).toBe(
    written.replace('A', 'a').replace('>', ' dir="auto">'),
  )
})

test('a task list shows which items are done', () => {
  const page = render('- [x] done\n- [ ] open\n- [plain]')
  const items = page
    .split(/<li[ >]/)
    .slice(1)
    .map((item) => `<li ${item}`.replace(/<[^>]+>/g, '').trim())
  expect(items).toEqual(['☑ done', '☐ open', '[plain]'])
  expect(page).not.toContain('<input')
})

test('the score of a quiz is the sum of its points as people add them, and all points are enough to pass', async () => {
  const question = (id: string, points: number) => ({ id, type: 'true_false', prompt: 'Is it?', answer: true, points })
  const content = { passingScore: 0.8, questions: [question('a', 0.1), question('b', 0.7)] }
  const others = { feedback: [], generalFeedback: null, explanation: null, sampleAnswer: null, parts: [] }
  const grade = (points: number) => ({ correct: true, points, ...others })
  const result = readQuizQuestions(content).map(({ points }) => ({
    isScored: true,
    given: { values: ['true'], parts: new Map() },
    grade: grade(points),
  }))
  const { text } = await renderQuizForm(
    { id: 'quiz', key: null, type: 'quiz', content },
    { action: '/', label: 'Quiz', language: englishPageLanguage, result },
    () => {},
  )
  expect(text).toContain('Score: 0.8 of 0.8 points. Passed.')
})

test('a keyboard can focus the tables and the code of a text, because they scroll if they are wide', () => {
  const table = '| a |\n| - |\n| b |'
  expect(render(`${table}\n\n\`\`\`\nlong\n\`\`\``).match(/<\w+ tabindex="0"/g)).toEqual([
    '<table tabindex="0"',
    '<pre tabindex="0"',
  ])
  const html = '<pre tabindex="5">a</pre><table tabindex="-1" lang="de"><tr><td tabindex="3">b</td></tr></table>'
  expect(render(html, 'html').match(/<\w+ [^>]*tabindex[^>]*>/g)).toEqual([
    '<pre tabindex="0" dir="ltr">',
    '<table tabindex="0" lang="de" dir="ltr">',
  ])
})

test('the forms of the quizzes of a lesson have different names', async () => {
  const quiz = (id: string) => ({
    ...{ id, key: null, type: 'quiz' },
    content: { questions: [{ id: 'q', type: 'true_false', prompt: 'Is it?', answer: true }] },
  })
  const namesOf = async (...ids: string[]) =>
    (await renderBlocks(ids.map(quiz), '/', englishPageLanguage, undefined)).sections.map(
      ({ text }) => /<p[^>]* id="quiz-[^"]*-name"><span lang="en" dir="ltr">([^<]*)</.exec(text)![1],
    )
  expect([await namesOf('a'), await namesOf('a', 'b')]).toEqual([['Quiz'], ['Quiz 1', 'Quiz 2']])
})
