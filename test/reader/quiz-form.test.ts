import { expect, test } from 'vitest'
import { readQuizQuestions } from '../../src/courses/block/quiz/questions.ts'
import { readQuizResponsesFromForm } from '../../src/reader/quiz-html.ts'

const questions = readQuizQuestions({
  questions: ['One?', 'Two?'].map((prompt) => ({ type: 'multiple_choice', prompt, options: [{ text: 'Yes' }] })),
})

test('of a submitted quiz, at most 100 responses to a question are read, and no blank ones', () => {
  const form = new URLSearchParams([
    ['block', 'quiz'],
    ['q1', ' '],
  ])
  for (let index = 0; index <= 100; index++) form.append('q0', `${index}`)
  const [first, second] = readQuizResponsesFromForm(form, questions)
  expect(first).toEqual(Array.from({ length: 100 }, (_, index) => `${index}`))
  expect(second).toEqual([])
})
