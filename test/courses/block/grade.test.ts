import { expect, test } from 'vitest'
import { gradeResponse, type QuestionResponse } from '../../../src/courses/block/quiz/grade.ts'
import { readQuizQuestions } from '../../../src/courses/block/quiz/questions.ts'
import { quizBlockTypeDefinition } from '../../../src/courses/block/types/quiz.ts'

const options = [
  { id: 'a', text: 'Sugar', feedback: 'Right.' },
  { id: 'b', text: 'Salt', feedback: 'Wrong.' },
  { id: 'c', text: 'Water' },
]
const grade = (question: object, response: QuestionResponse) =>
  gradeResponse(readQuizQuestions({ questions: [{ options, explanation: 'Because.', ...question }] })[0]!, response)
const [one, many, fact, text] = ['single_choice', 'multiple_choice', 'true_false', 'short_text']

test.each<[string, object, QuestionResponse, boolean | null]>([
  ['the right option of a single choice', { type: one, answer: 'a' }, 'a', true],
  ['the right option in a list', { type: one, answer: 'a' }, ['a'], true],
  ['another option of a single choice', { type: one, answer: 'a' }, 'b', false],
  ['all right options in any order', { type: many, answer: ['a', 'b'] }, ['b', 'a'], true],
  ['all right options, one of them twice', { type: many, answer: ['a', 'b'] }, ['b', 'a', 'b'], true],
  ['some of the right options', { type: many, answer: ['a', 'b'] }, ['a'], false],
  ['all right options and another', { type: many, answer: ['a', 'b'] }, ['a', 'b', 'c'], false],
  ['no option of a multiple choice', { type: many, answer: ['a'] }, [], false],
  ['a boolean', { type: fact, options: [], answer: true }, true, true],
  ['a boolean as a text', { type: fact, options: [], answer: false }, 'false', true],
  ['the wrong boolean', { type: fact, options: [], answer: true }, false, false],
  ['a short text in capitals with spaces', { type: text, answer: 'Carbon  dioxide' }, ' CARBON DIOXIDE\n', true],
  ['a short text in another Unicode form', { type: text, answer: 'caf\u00e9' }, 'cafe\u0301', true],
  ['another short text', { type: text, answer: 'Oxygen' }, 'Oxigen', false],
  ['a response to a question without an answer', { type: one }, 'a', null],
])('%s is graded', (_what, question, response, correct) => {
  expect(grade(question, response).correct).toBe(correct)
})

test('a right response has the points of the question, by default 1, and a wrong one has none', () => {
  expect(grade({ type: one, answer: 'a', points: 2.5 }, 'a').points).toBe(2.5)
  expect(grade({ type: one, answer: 'a' }, 'a').points).toBe(1)
  expect(grade({ type: one, answer: 'a', points: 2.5 }, 'b').points).toBe(0)
})

test('the feedback is that of the chosen options', () => {
  const { feedback, explanation } = grade({ type: many, answer: ['a'] }, ['b', 'c'])
  expect([feedback, explanation]).toEqual([[{ optionId: 'b', text: 'Wrong.' }], 'Because.'])
})

test.each<[string, object, QuestionResponse]>([
  ['an unknown option', { type: one, answer: 'a' }, 'x'],
  ['two options of a single choice', { type: one, answer: 'a' }, ['a', 'b']],
  ['two texts', { type: text, answer: 'a' }, ['a', 'b']],
  ['no text', { type: text, answer: 'a' }, []],
])('%s is refused', (_what, question, response) => {
  expect(() => grade(question, response)).toThrow(/^response: /)
})

test('a true_false question has the options True and False, unless the author gives options with these ids', () => {
  const optionsOf = (own: object[] | undefined) =>
    readQuizQuestions({ questions: [{ type: fact, options: own, answer: false }] })[0]!.options.map(
      (option) => option.text,
    )
  expect(optionsOf(undefined)).toEqual(['True', 'False'])
  expect(optionsOf([{ id: 'o1' }, { id: 'o2' }])).toEqual(['True', 'False'])
  expect(optionsOf(options)).toEqual(['True', 'False'])
  const own = [
    { id: 'false', text: 'No' },
    { id: 'true', text: 'Yes' },
  ]
  expect(optionsOf(own)).toEqual(['No', 'Yes'])
  const stored = { type: fact, prompt: 'Is it?', options: [{ id: 'o1' }, { id: 'o2' }], answer: false }
  expect(grade(stored, 'false').correct).toBe(true)
  const { markdown } = quizBlockTypeDefinition
  expect(markdown({ questions: [stored] })).toBe('**Question 1.** Is it?\n\nAnswer: false')
  expect(markdown({ questions: [{ ...stored, options: own }] })).toBe('**Question 1.** Is it?\n\n- [x] No\n- [ ] Yes')
})

test('questions and options without an id are named by their positions', () => {
  const [first] = readQuizQuestions({ questions: [{ options: [{ text: 'A' }, { text: 'B' }] }] })
  expect(first).toMatchObject({ id: 'question-0', type: 'single_choice', options: [{ id: '0' }, { id: '1' }] })
})
