import { expect, test } from 'vitest'
import type { QuestionType } from '../../src/courses/block/quiz/question-types/question-type-names.ts'
import {
  addGap,
  getRightTexts,
  readGaps,
  removeGap,
  replaceChoices,
  replaceRightTexts,
} from '../../src/dashboard/app/courses/block-types/quiz/gaps.ts'
import {
  calculateQuizScore,
  getInitialResponse,
  gradeAnswer,
} from '../../src/dashboard/app/courses/block-types/quiz/grade-answers.ts'
import { readMatching, replaceMatching } from '../../src/dashboard/app/courses/block-types/quiz/matching.ts'
import {
  makeEmptyQuestion,
  replaceQuestionType,
} from '../../src/dashboard/app/courses/block-types/quiz/new-question.ts'
import { listOptionsInRightOrder, replaceOrder } from '../../src/dashboard/app/courses/block-types/quiz/ordering.ts'
import { parseQuestions } from '../../src/dashboard/app/courses/block-types/quiz/questions.ts'

const parse = (question: object) => parseQuestions({ questions: [question] })[0]!
const options = [
  { id: 'o1', text: 'Sugar' },
  { id: 'o2', text: 'Salt' },
]

test('a true_false question is answered with True or False, unless the author gives options with these ids', () => {
  const stored = { type: 'true_false', options: [{ id: 'o1' }, { id: 'o2' }], answer: false }
  const question = parse(stored)
  expect(question.options.map(({ id, text }) => [id, text])).toEqual([
    ['true', 'True'],
    ['false', 'False'],
  ])
  expect(['false', 'true'].map((id) => gradeAnswer(question, id).correct)).toEqual([true, false])
  const own = [
    { id: 'true', text: 'Yes' },
    { id: 'false', text: 'No' },
  ]
  expect(parse({ ...stored, options: own }).options.map(({ text }) => text)).toEqual(['Yes', 'No'])
})

test('a question whose new type has no options loses them, and gets them back with its former type', () => {
  const question = { id: 'q1', type: 'single_choice', prompt: 'What?', options, answer: 'o1', points: 2, ours: 1 }
  for (const type of ['true_false', 'short_text', 'numeric', 'cloze', 'essay'] as const) {
    const changed = replaceQuestionType(question, type, [])
    expect(JSON.parse(JSON.stringify(changed))).toEqual({ id: 'q1', type, prompt: 'What?', points: 2, ours: 1 })
    expect(replaceQuestionType(changed, 'multiple_choice', options)).toMatchObject({ options, answer: undefined })
    expect(replaceQuestionType(changed, 'single_choice', []).options).toEqual(makeEmptyQuestion([]).options)
  }
  expect(replaceQuestionType(question, 'multiple_choice', [])).toMatchObject({ options, answer: undefined })
})

test('the order in which an author writes the options of an ordering question is its answer, and ids do not tell it', () => {
  const question = replaceQuestionType({ type: 'single_choice', options }, 'ordering', [])
  const ids = listOptionsInRightOrder(question).map(({ id }) => id)
  expect(question.answer).toEqual(ids)
  expect(ids.every((id) => /^[0-9a-z]{7}$/.test(String(id)))).toBe(true)
  const swapped = replaceOrder(question, listOptionsInRightOrder(question).toReversed())
  expect(listOptionsInRightOrder(swapped).map(({ text }) => text)).toEqual(['Salt', 'Sugar'])
  expect(swapped.answer).toEqual(ids.toReversed())
  const stored = { options: [...options, { id: 'o3', own: true }], answer: ['o2', 'o1'] }
  expect(listOptionsInRightOrder(stored).map(({ id }) => id)).toEqual(['o2', 'o1', 'o3'])
})

test('a pair is removed with its option or its target, and members that the form does not know stay', () => {
  const question = {
    type: 'matching',
    options: options.map((option) => ({ ...option, own: 1 })),
    targets: [{ id: 't1', text: 'Sweet', own: 2 }, { id: 't2' }],
    answer: { o1: 't1', o2: 't2' },
    own: 3,
  }
  const matching = readMatching(question)
  expect(replaceMatching(question, matching)).toEqual(question)
  const [sweet] = matching.targets
  expect(replaceMatching(question, { ...matching, targets: [sweet!] })).toMatchObject({ answer: { o1: 't1' }, own: 3 })
  expect(replaceMatching(question, { ...matching, options: [] }).answer).toBeUndefined()
})

test('the gaps of a question are those of its prompt, and the texts of a gap that leaves the prompt stay until removed', () => {
  const withGap = addGap({ type: 'cloze', prompt: 'Leaves are' })
  expect(withGap.prompt).toBe('Leaves are {{g1}}')
  const answered = replaceChoices(replaceRightTexts(withGap, 'g1', ['green', 'viridian']), 'g1', ['green', 'blue'])
  expect(answered).toMatchObject({
    gaps: [{ id: 'g1', options: ['green', 'blue'] }],
    answer: { g1: ['green', 'viridian'] },
  })
  const withoutGap = { ...answered, prompt: 'Leaves are {{g' }
  expect(readGaps(withoutGap).map(({ id }) => id)).toEqual(['g1'])
  expect(getRightTexts(withoutGap, 'g1')).toEqual(['green', 'viridian'])
  expect(removeGap(withoutGap, 'g1')).toMatchObject({ gaps: [], answer: undefined })
})

const graded: [QuestionType, object, unknown, unknown][] = [
  ['single_choice', { options, answer: 'o1' }, 'o1', 'o2'],
  ['multiple_choice', { options, answer: ['o1', 'o2'] }, ['o2', 'o1'], ['o1']],
  ['multiple_choice', { options, answer: [] }, [], ['o1']],
  ['short_text', { answer: ['Sugar', 'sucrose'] }, 'súgar', 'salt'],
  ['short_text', { answer: 'Sugar', caseSensitive: true }, 'Sugar', 'sugar'],
  ['numeric', { answer: 9.8, tolerance: 0.1, unit: 'm/s²' }, '9.81 m/s²', '10'],
  ['ordering', { options, answer: ['o2', 'o1'] }, ['o2', 'o1'], ['o1', 'o2']],
  [
    'matching',
    { options, targets: [{ id: 't1' }, { id: 't2' }], answer: { o1: 't1', o2: 't2' } },
    { o1: 't1', o2: 't2' },
    { o1: 't1' },
  ],
  ['cloze', { prompt: 'A {{g1}}', answer: { g1: ['b', 'c'] } }, { g1: 'C' }, { g1: 'd' }],
]

test.each(graded)('the preview grades a %s question as the service does: %j', (type, members, right, wrong) => {
  const question = parse({ type, points: 2, ...members })
  const grade = (response: unknown) => gradeAnswer(question, response as Parameters<typeof gradeAnswer>[1]).correct
  expect([grade(right), grade(wrong)]).toEqual([true, false])
})

test('a response that no longer fits its question counts as none, and an essay has no score', () => {
  const question = parse({ type: 'single_choice', options, answer: 'o1', explanation: 'Because.' })
  expect(gradeAnswer(question, { g1: 'x' })).toMatchObject({ correct: false, points: 0, explanation: 'Because.' })
  expect(gradeAnswer(question, undefined).correct).toBe(false)
  const essay = parse({ type: 'essay', sampleAnswer: 'Light.' })
  expect(gradeAnswer(essay, 'Sun')).toMatchObject({ correct: null, sampleAnswer: 'Light.' })
  const questions = [question, essay]
  expect(calculateQuizScore(questions, { [question.id]: 'o1' }, 1)).toEqual({ points: 1, maxPoints: 1, isPassed: true })
})

test('an ordering question shows its options in a wrong order that depends on their ids alone', () => {
  const question = parse({ type: 'ordering', options, answer: ['o1', 'o2'] })
  const renamed = parse({ type: 'ordering', options: [{ id: 'o2', text: 'Salts' }, options[0]], answer: ['o1', 'o2'] })
  expect([question, renamed].map(getInitialResponse)).toEqual([
    ['o2', 'o1'],
    ['o2', 'o1'],
  ])
})

test('a question with shuffle shows all its options, in an order that does not change between reads', () => {
  const many = Array.from({ length: 9 }, (_, index) => ({ id: `o${index}` }))
  const read = () =>
    parse({ id: 'q1', type: 'single_choice', options: many, shuffle: true }).options.map(({ id }) => id)
  expect(read()).toEqual(read())
  expect(read()).not.toEqual(many.map(({ id }) => id))
  expect(read().toSorted()).toEqual(many.map(({ id }) => id))
})
