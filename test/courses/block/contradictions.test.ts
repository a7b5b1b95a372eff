import { expect, test } from 'vitest'
import { findContentProblems } from '../../../src/courses/block/content.ts'
import { findUnfinishedContentOfBlock } from '../../../src/courses/block/unfinished.ts'
import { createCourseTree } from '../../support/course-fixture.ts'
import { serviceForTest } from '../../support/service.ts'

const options = [
  { id: 'a', text: 'A' },
  { id: 'b', text: 'B' },
]
const quiz = (...questions: object[]) => ({ questions })
const choice = { id: 'q', type: 'single_choice', prompt: 'Which?', options }

test.each([
  ['two options with one id', quiz({ ...choice, options: [options[0], options[0]] }), 'content.questions.0.options'],
  ['two questions with one id', quiz(choice, choice), 'content.questions'],
  [
    'a blank id of an option',
    quiz({ ...choice, options: [options[0], { id: ' ', text: 'B' }] }),
    'content.questions.0.options.1.id',
  ],
  [
    'a line break in the id of an option',
    quiz({ ...choice, options: [{ id: 'a\nb', text: 'A' }, options[1]] }),
    'content.questions.0.options.0.id',
  ],
  ['an answer that is no option', quiz({ ...choice, answer: 'c' }), 'content.questions.0.answer'],
  ['two answers of a single choice', quiz({ ...choice, answer: ['a', 'b'] }), 'content.questions.0.answer'],
  [
    'one option twice in a multiple choice',
    quiz({ ...choice, type: 'multiple_choice', answer: ['a', 'a'] }),
    'content.questions.0.answer',
  ],
  ['a number as the answer of true or false', quiz({ type: 'true_false', answer: 5 }), 'content.questions.0.answer'],
  ['a boolean as a short text', quiz({ type: 'short_text', answer: true }), 'content.questions.0.answer'],
  ['an object among short texts', quiz({ type: 'short_text', answer: ['leaf', {}] }), 'content.questions.0.answer'],
])('a quiz with %s is refused with its path', (_what, content, path) => {
  expect(findContentProblems('quiz', content).map((problem) => problem.path)).toEqual([path])
})

test.each([
  ['no questions', {}],
  ['a question without a type', quiz({ id: 'q', answer: 'x' })],
  ['a question without an answer', quiz(choice)],
  ['an answer before its options', quiz({ ...choice, options: [], answer: 'a' })],
  ['an option without an id', quiz({ ...choice, options: [{ text: 'A' }, options[1]], answer: 'c' })],
  ['two questions without an id', quiz({ prompt: 'One?' }, { prompt: 'Two?' })],
  ['a short text without a line', quiz({ type: 'short_text', answer: [] })],
])('an unfinished quiz with %s is accepted', (_what, content) => {
  expect(findContentProblems('quiz', content)).toEqual([])
})

test('several texts can be the right answers of a short text, and one of them must have words', () => {
  const findWarnings = (answer: unknown) =>
    findUnfinishedContentOfBlock({
      type: 'quiz',
      content: quiz({ id: 'q', type: 'short_text', prompt: 'What?', answer }),
    })
  expect(findContentProblems('quiz', quiz({ type: 'short_text', answer: ['leaf', 'root'] }))).toEqual([])
  expect(findWarnings(['leaf', ''])).toEqual([])
  expect(findWarnings([' '])).toEqual([
    { path: 'content.questions.0.answer', message: 'must be a text, or a list of texts' },
  ])
})

test('content with members of other block types only is refused, and the message names the members', () => {
  expect(findContentProblems('quiz', { text: 'All of it' })).toEqual([
    {
      path: 'content',
      message: 'has properties of other block types, but none of the block type quiz: questions, passingScore',
    },
  ])
  expect(findContentProblems('quiz', { text: 'More', questions: [] })).toEqual([])
  expect(findContentProblems('quiz', { colour: 'a member of no type' })).toEqual([])
})

test('a text that is sent to a quiz is refused, also without the type, and the quiz stays', async () => {
  const service = await serviceForTest()
  const key = await service.key()
  const { lesson } = await createCourseTree(service, key)
  const content = quiz(choice)
  const made = await service.rest('POST', `/lessons/${lesson.id}/blocks`, key, { type: 'quiz', content })
  const path = `/blocks/${made.body.data.id}`
  const refused = [{ text: 'All of it' }, quiz({ type: 'true_false', answer: 5 })]
  for (const sent of refused)
    expect((await service.rest('PATCH', path, key, { content: sent })).body.error.code).toBe('invalid_request')
  expect((await service.rest('GET', path, key)).body.data.content).toEqual(content)
})
