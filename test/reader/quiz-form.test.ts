import { expect, test } from 'vitest'
import { type Question, readQuizQuestions } from '../../src/courses/block/quiz/questions.ts'
import { englishPageLanguage } from '../../src/reader/page-language.ts'
import { renderQuizForm } from '../../src/reader/quiz-html.ts'
import { readQuizResponsesFromForm, toResponse } from '../../src/reader/quiz-responses.ts'

const questionsOf = (...questions: object[]): Question[] => readQuizQuestions({ questions })

/** Returns the response to the only question of a quiz that a form sends. */
const responseTo = (question: Question, fields: [string, string][]) =>
  toResponse(question, readQuizResponsesFromForm(new URLSearchParams(fields), [question])[0]!)

/** Returns the HTML of a quiz with one question. */
const formOf = async (question: object) => {
  const block = { id: 'b', key: null, type: 'quiz', content: { questions: [{ id: 'q', ...question }] } }
  return (await renderQuizForm(block, { action: '/a', label: 'Quiz', language: englishPageLanguage }, () => {})).text
}

const options = ['a', 'b', 'c'].map((id) => ({ id, text: `Text ${id}` }))

test('of a submitted quiz, at most 100 responses to a question are read, and no blank ones', () => {
  const questions = questionsOf(
    ...['One?', 'Two?'].map((prompt) => ({ type: 'multiple_choice', prompt, options: [{ text: 'Yes' }] })),
  )
  const form = new URLSearchParams([
    ['block', 'quiz'],
    ['q1', ' '],
    ['q7', 'x'],
    ['q99999999999', 'x'],
  ])
  for (let index = 0; index <= 100; index++) form.append('q0', `${index}`)
  const [first, second] = readQuizResponsesFromForm(form, questions)
  expect(first!.values).toEqual(Array.from({ length: 100 }, (_, index) => `${index}`))
  expect(second).toEqual({ values: [], parts: new Map() })
})

test('the numbers of an ordering question are a response if each is there once', () => {
  const [ordering] = questionsOf({ type: 'ordering', prompt: 'Order?', options, answer: ['a', 'b', 'c'] })
  const place = (a: string, b: string, c: string): [string, string][] => [
    ['q0.a', a],
    ['q0.b', b],
    ['q0.c', c],
  ]
  expect(responseTo(ordering!, place('2', '3', '1'))).toEqual(['c', 'a', 'b'])
  expect(responseTo(ordering!, place('2', '2', '1'))).toBeUndefined()
  expect(responseTo(ordering!, [])).toBeUndefined()
})

test('the lists of a matching question and the gaps of a text are a response by their ids', () => {
  const [matching, cloze, several] = questionsOf(
    { type: 'matching', prompt: 'Match?', options, targets: options, answer: { a: 'b' } },
    { type: 'cloze', prompt: 'A {{g.1}} and {{__proto__}}.', answer: { 'g.1': 'x', y: 'y' } },
    { type: 'multiple_choice', prompt: 'Which?', options, answer: [] },
  )
  expect(responseTo(matching!, [['q0.a', 'b']])).toEqual({ a: 'b' })
  expect(responseTo(cloze!, [['q0.g.1', 'leaf']])).toEqual({ 'g.1': 'leaf' })
  expect(responseTo(cloze!, [])).toBeUndefined()
  expect(responseTo(several!, [])).toEqual([])
})

test('the form of an ordering question has a number for each option, and not the right order', async () => {
  const text = await formOf({ type: 'ordering', prompt: 'Order?', options })
  for (const id of ['a', 'b', 'c'])
    expect(text).toContain(`<input type="number" min="1" max="3" name="q0.${id}" value="">`)
  expect(text).toContain('Put these in the right order.')
})

test('the form of a matching question has a list of the targets for each option', async () => {
  const targets = [
    { id: 'x', text: '**Oxygen** & more' },
    { id: 'y', text: '"Water"' },
  ]
  const text = await formOf({ type: 'matching', prompt: 'Match?', options, targets })
  expect(text.match(/<select name="q0\.[abc]">/g)).toHaveLength(3)
  expect(text).toContain('<option value="x">Oxygen &amp; more</option><option value="y">&quot;Water&quot;</option>')
})

test('a matching question with too many pairs has no lists, and says so', async () => {
  const many = Array.from({ length: 150 }, (_, index) => ({ id: `${index}`, text: `${index}` }))
  const text = await formOf({ type: 'matching', prompt: 'Match?', options: many, targets: many })
  expect(text).not.toContain('<select')
  expect(text).toContain('This lesson is longer than this page can show.')
})

test('the gaps of a text are fields in the text, and a gap that the text does not have is below it', async () => {
  const gaps = [{ id: 'g2', options: ['light', '<b>'] }, { id: 'g3' }]
  const text = await formOf({ type: 'cloze', prompt: 'Leaves **eat {{g1}}** from {{g2}}, {{g1}}.', gaps })
  expect(text).toMatch(/Leaves <strong>eat <span class="gap"[^>]*><input type="text" name="q0\.g1" aria-label="Gap 1"/)
  expect(text).toContain('<option value="&lt;b&gt;">&lt;b&gt;</option>')
  expect(text).toContain(', {{g1}}.')
  expect(text).toMatch(/<p><span class="gap"[^>]*><input type="text" name="q0\.g3" aria-label="Gap 3"/)
})

test('a number has its unit beside the field, an essay has several lines, and hints are closed', async () => {
  expect(await formOf({ type: 'numeric', prompt: 'How much?', unit: 'kg' })).toMatch(
    /<input type="text" inputmode="decimal" name="q0".*<span class="unit" id="question-b-0-unit">kg<\/span>/,
  )
  expect(await formOf({ type: 'essay', prompt: 'Why?' })).toContain('<textarea name="q0" rows="6"')
  const text = await formOf({ type: 'short_text', prompt: 'Who?', hints: ['It is *green*.'], attempts: 2 })
  expect(text).toMatch(/<details class="hint"><summary[^>]*>Hint 1<\/summary><p dir="auto">It is <em>green<\/em>/)
  expect(text).toContain('data-attempts="2"')
})
