import { expect, test } from 'vitest'
import {
  makeEmptyQuestion,
  replaceQuestionType,
} from '../../src/dashboard/app/courses/block-types/quiz/new-question.ts'
import { gradeAnswer, parseQuestions } from '../../src/dashboard/app/courses/block-types/quiz/questions.ts'

const parse = (question: object) => parseQuestions({ questions: [question] })[0]!

test('a true_false question is answered with True or False, unless the author gives options with these ids', () => {
  const stored = { type: 'true_false', options: [{ id: 'o1' }, { id: 'o2' }], answer: false }
  const question = parse(stored)
  expect(question.options.map(({ id, text }) => [id, text])).toEqual([
    ['true', 'True'],
    ['false', 'False'],
  ])
  expect([gradeAnswer(question, ['false']), gradeAnswer(question, ['true'])]).toEqual([true, false])
  const own = [
    { id: 'true', text: 'Yes' },
    { id: 'false', text: 'No' },
  ]
  expect(parse({ ...stored, options: own }).options.map(({ text }) => text)).toEqual(['Yes', 'No'])
})

test('a question that becomes true_false or short_text loses its options, and gets them back with its former type', () => {
  const options = [
    { id: 'o1', text: 'Sugar' },
    { id: 'o2', text: 'Salt' },
  ]
  const question = { id: 'q1', type: 'single_choice', prompt: 'What?', options, answer: 'o1', points: 2 }
  for (const type of ['true_false', 'short_text'] as const) {
    const changed = replaceQuestionType(question, type, [])
    expect(JSON.parse(JSON.stringify(changed))).toEqual({ id: 'q1', type, prompt: 'What?', points: 2 })
    expect(replaceQuestionType(changed, 'multiple_choice', options)).toMatchObject({ options, answer: undefined })
    expect(replaceQuestionType(changed, 'single_choice', []).options).toEqual(makeEmptyQuestion([]).options)
  }
  expect(replaceQuestionType(question, 'multiple_choice', [])).toMatchObject({ options, answer: undefined })
})
