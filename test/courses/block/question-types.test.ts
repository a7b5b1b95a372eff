import { expect, test } from 'vitest'
import { findContentProblems } from '../../../src/courses/block/content.ts'
import { makeLearnerContent, toDocumentedShape } from '../../../src/courses/block/learner.ts'
import { readFormResponse } from '../../../src/courses/block/quiz/answer-field.ts'
import { splitAtGaps } from '../../../src/courses/block/quiz/gaps.ts'
import { gradeResponse, type QuestionResponse } from '../../../src/courses/block/quiz/grade.ts'
import { readQuizQuestions } from '../../../src/courses/block/quiz/questions.ts'
import { findContentWarnings, readContent, renderContentAsMarkdown } from '../../../src/courses/block/read.ts'
import { findUnfinishedContentOfBlock } from '../../../src/courses/block/unfinished.ts'
import type { JsonObject } from '../../../src/operations/json-object.ts'

const quizOf = (question: object): JsonObject => ({ questions: [{ id: 'q', prompt: 'Which?', ...question }] })
const readOnly = (question: object) => readQuizQuestions(quizOf(question))[0]!
const grade = (question: object, response: QuestionResponse, language: string | null = null) =>
  gradeResponse(readOnly(question), response, language)

const options = ['Egg', 'Caterpillar', 'Butterfly'].map((text, index) => ({ id: 'abc'[index]!, text }))
const targets = ['France', 'Italy', 'Spain'].map((text, index) => ({ id: 'xyz'[index]!, text }))
const numeric = { type: 'numeric', answer: 9.81, tolerance: 0.01, unit: 'm/s²' }
const ordering = { type: 'ordering', options, answer: ['a', 'b', 'c'] }
const matching = { type: 'matching', options, targets, answer: { a: 'x', b: 'y' } }
const cloze = {
  type: 'cloze',
  prompt: 'The capital of {{land}} is {{ city }}.',
  gaps: [{ id: 'land', options: ['France', 'Spain'] }],
  answer: { land: 'France', city: ['Paris', 'paname'] },
}
const many = { type: 'multiple_choice', options, answer: [] }

test.each<[string, object, QuestionResponse, boolean | null]>([
  ['a number', numeric, 9.81, true],
  ['a number within the tolerance', numeric, 9.82, true],
  ['a number beyond the tolerance', numeric, 9.83, false],
  ['a number as a text with its unit', numeric, '9.81 m/s²', true],
  ['a decimal comma', numeric, '9,81', true],
  ['a typographic minus', { type: 'numeric', answer: -5 }, '\u22125', true],
  ['an exponent', { type: 'numeric', answer: 1500 }, '1.5e3', true],
  ['a fraction', { type: 'numeric', answer: 0.5 }, '½', true],
  ['Arabic digits', { type: 'numeric', answer: 12.5 }, '١٢٫٥', true],
  ['a sum of fractions', { type: 'numeric', answer: 0.3 }, 0.1 + 0.2, true],
  ['a word instead of a number', numeric, 'ten', false],
  ['the right order', ordering, ['a', 'b', 'c'], true],
  ['another order', ordering, ['b', 'a', 'c'], false],
  ['the right pairs, with an option that stays alone', matching, { a: 'x', b: 'y' }, true],
  ['a pair too many', matching, { a: 'x', b: 'y', c: 'z' }, false],
  ['a pair too few', matching, { a: 'x' }, false],
  ['the right texts of all gaps', cloze, { land: 'France', city: ' PARIS' }, true],
  ['a gap that is left empty', cloze, { land: 'France' }, false],
  ['none of these', many, [], true],
  ['an option where none is right', many, ['a'], false],
  ['an essay', { type: 'essay', sampleAnswer: 'Light.' }, 'Because.', null],
])('%s is graded', (_what, question, response, correct) => {
  expect(grade(question, response).correct).toBe(correct)
})

test.each<[string, string, string, string | null, boolean]>([
  ['a typographic apostrophe', "l'eau", 'l’eau', 'fr', true],
  ['typographic quotation marks', '"go"', '„go“', 'de', true],
  ['a dash', '1914-1918', '1914–1918', null, true],
  ['an unbreakable space', '10 km', '10\u00a0km', null, true],
  ['ß in capitals', 'Straße', 'STRASSE', 'de', true],
  ['a small i for a Turkish İ', 'İstanbul', 'istanbul', 'tr', true],
  ['a capital I for a Turkish ı', 'ısı', 'ISI', 'tr-TR', true],
  ['a dotted i for a dotless one in Turkish', 'ısı', 'isi', 'tr', false],
  ['a Greek final sigma in capitals', 'λόγος', 'ΛΟΓΟΣ', 'el', true],
  ['a letter without its accent', 'résumé', 'resume', 'fr', true],
  ['е for ё', 'ёлка', 'елка', 'ru', true],
  ['и for й, which is another letter', 'йод', 'иод', 'ru', false],
  ['a Japanese sound mark', 'がく', 'かく', 'ja', false],
])('%s in a short answer is compared by the language of the course', (_what, answer, response, language, correct) => {
  expect(grade({ type: 'short_text', answer }, response, language).correct).toBe(correct)
})

test('case and accents make a difference if the author says so', () => {
  const short = { type: 'short_text', answer: 'Müller' }
  expect(grade({ ...short, caseSensitive: true }, 'müller').correct).toBe(false)
  expect(grade({ ...short, caseSensitive: true }, 'Muller').correct).toBe(true)
  expect(grade({ ...short, accentSensitive: true }, 'Muller').correct).toBe(false)
  expect(grade({ ...short, accentSensitive: true }, 'MÜLLER').correct).toBe(true)
  expect(grade({ ...cloze, caseSensitive: true }, { land: 'France', city: 'paris' }).correct).toBe(false)
})

test.each([
  ['1.000', 'de', 1000, true],
  ['1.000', 'de', 1, true],
  ['1.000', 'en', 1000, false],
  ['1,000', 'en', 1000, true],
  ['1,000', 'de', 1000, false],
  ['1 000,5', 'fr', 1000.5, true],
  ["1'000", 'de-CH', 1000, true],
])('%s in a course in %s can be %d: %s', (response, language, answer, correct) => {
  expect(grade({ type: 'numeric', answer }, response, language).correct).toBe(correct)
})

test('a partly right response has a part of the points if the question has partial credit, and says which parts are right', () => {
  const partial = { partialCredit: true, points: 3 }
  const pointsOf = (question: object, response: QuestionResponse) => grade({ ...question, ...partial }, response).points
  expect(pointsOf(ordering, ['a', 'c', 'b'])).toBe(1)
  expect(pointsOf(matching, { a: 'x', b: 'x' })).toBe(2)
  expect(pointsOf(cloze, { land: 'Spain', city: 'Paris' })).toBe(1.5)
  expect(pointsOf({ ...many, answer: ['a', 'b', 'c'] }, ['a', 'b'])).toBe(2)
  expect(pointsOf({ ...many, answer: ['a', 'b'] }, ['a', 'c'])).toBe(0)
  expect(grade({ ...ordering, points: 3 }, ['a', 'c', 'b']).points).toBe(0)
  expect(grade(cloze, { land: 'Spain', city: 'Paris' }).parts).toEqual([
    { id: 'land', correct: false },
    { id: 'city', correct: true },
  ])
})

test('a response gets the feedback on right or on wrong responses, and an essay its sample', () => {
  const texts = { feedbackCorrect: 'Well done.', feedbackIncorrect: 'Look again.', sampleAnswer: 'Light.' }
  expect(grade({ ...numeric, ...texts }, 9.81).generalFeedback).toBe('Well done.')
  expect(grade({ ...numeric, ...texts }, 1).generalFeedback).toBe('Look again.')
  expect(grade({ type: 'essay', ...texts }, 'So.')).toMatchObject({ generalFeedback: null, sampleAnswer: 'Light.' })
})

test.each<[string, object, QuestionResponse]>([
  ['a list of two numbers', numeric, ['1', '2']],
  ['an object instead of a number', numeric, {}],
  ['an order without all options', ordering, ['a', 'b']],
  ['an order with an option twice', ordering, ['a', 'a', 'b']],
  ['a text instead of an order', ordering, 'a'],
  ['a list instead of pairs', matching, ['x']],
  ['an unknown option of a pair', matching, { d: 'x' }],
  ['an unknown target of a pair', matching, { a: 'w' }],
  ['an unknown gap', cloze, { town: 'Paris' }],
  ['an object instead of a choice', many, { a: 'a' }],
  ['a text of 1,001 characters', { type: 'short_text', answer: 'a' }, 'x'.repeat(1001)],
])('%s is refused', (_what, question, response) => {
  expect(() => grade(question, response)).toThrow(/^response: /)
})

test.each<[string, object, string]>([
  ['a text as the answer of numeric', { ...numeric, answer: 'ten' }, 'answer'],
  ['an unknown option in an order', { ...ordering, answer: ['a', 'd'] }, 'answer'],
  ['an unknown target of a pair', { ...matching, answer: { a: 'w' } }, 'answer'],
  ['two targets with one id', { ...matching, targets: [targets[0], targets[0]] }, 'targets'],
  ['a right text of an unknown gap', { ...cloze, answer: { town: 'Paris' } }, 'answer'],
  ['a list as the answer of an essay', { type: 'essay', answer: ['Light.'] }, 'answer'],
  ['a gap whose id has spaces', { ...cloze, gaps: [{ id: 'a b' }] }, 'gaps.0.id'],
])('%s is refused with its path', (_what, question, path) => {
  expect(findContentProblems('quiz', quizOf(question)).map((problem) => problem.path)).toEqual([
    `content.questions.0.${path}`,
  ])
})

test.each<[string, object]>([
  ['no answer', { type: 'numeric' }],
  ['an answer before its options', { type: 'ordering', answer: ['a'] }],
  ['an answer before its gaps', { type: 'cloze', answer: { g1: 'a' } }],
  ['targets only', { type: 'matching', targets }],
  ['no sample answer', { type: 'essay' }],
])('an unfinished question with %s is accepted', (_what, question) => {
  expect(findContentProblems('quiz', quizOf(question))).toEqual([])
})

const unfinished = (question: object) =>
  findUnfinishedContentOfBlock({ type: 'quiz', content: quizOf(question) }).map(({ path, message }) => [
    path.replace('content.questions.0.', ''),
    message,
  ])

test('a finished question needs its lists, and a right answer for each of its parts', () => {
  for (const question of [numeric, ordering, matching, cloze, many, { type: 'essay' }])
    expect(unfinished(question)).toEqual([])
  expect(unfinished({ ...ordering, answer: ['a', 'b'] })[0]![0]).toBe('answer')
  expect(unfinished({ ...cloze, answer: { land: 'France' } })[0]![0]).toBe('answer')
  expect(unfinished({ ...matching, targets: [targets[0]], answer: { a: 'x' } })).toEqual([
    ['targets', 'must be two or more'],
  ])
  expect(unfinished({ type: 'cloze', answer: {} })).toEqual([['gaps', 'must be one or more']])
  expect(unfinished({ type: 'numeric' })).toEqual([['answer', 'is missing']])
})

test('learners get no secret of a question, and no list in the order of the right answer', () => {
  const secrets = {
    tolerance: 0.25,
    sampleAnswer: 'Zqsecret',
    feedbackCorrect: 'Zqsecret',
    feedbackIncorrect: 'Zqsecret',
    explanation: 'Zqsecret',
  }
  for (const question of [numeric, ordering, matching, cloze, many, { type: 'essay' }]) {
    const content = makeLearnerContent('quiz', quizOf({ ...secrets, hints: ['Look up.'], ...question }))
    expect(JSON.stringify(content)).not.toMatch(/Zqsecret|0\.25|0\.01|"answer"|Paris|9\.81/)
    expect(JSON.stringify(content)).toContain('Look up.')
    // The same at each read, and already in the documented shape.
    expect(makeLearnerContent('quiz', content)).toEqual(content)
  }
  const hidden = [
    { ...numeric, options },
    { type: 'short_text', gaps: [{ id: 'g', options: ['Egg'] }], targets: options },
  ]
  for (const question of hidden)
    expect(JSON.stringify(makeLearnerContent('quiz', quizOf(question)))).not.toContain('Egg')
})

test('the order that learners get does not depend on the order that the author wrote', () => {
  const many = Array.from({ length: 12 }, (_, index) => ({ text: `Step ${index}` }))
  const orderOf = (question: object, list: string) => {
    const [first] = makeLearnerContent('quiz', quizOf(question)).questions as JsonObject[]
    return (first![list] as JsonObject[]).map(({ id, text }) => `${id} ${text}`)
  }
  const texts = many.map(({ text }) => text)
  const order = orderOf({ type: 'ordering', options: many, answer: texts }, 'options')
  expect(order).toHaveLength(12)
  expect(orderOf({ type: 'ordering', options: many.toReversed(), answer: texts }, 'options')).toEqual(order)
  expect(order.map((one) => one.slice(one.indexOf(' ') + 1))).not.toEqual(texts)
  const shuffled = orderOf({ type: 'matching', options: many, targets: many }, 'targets')
  expect(orderOf({ type: 'matching', options: many, targets: many.toReversed() }, 'targets')).toEqual(shuffled)
  const withIds = many.map((option, index) => ({ id: `o${index}`, ...option }))
  const plain = { type: 'single_choice', options: withIds }
  expect(orderOf(plain, 'options')).toEqual(withIds.map(({ id, text }) => `${id} ${text}`))
  expect(orderOf({ ...plain, shuffle: true }, 'options')).not.toEqual(orderOf(plain, 'options'))
})

test.each<[string, object, object]>([
  ['a number as text', { type: 'number', answer: '3.5' }, { type: 'numeric', answer: 3.5 }],
  [
    'the names of an essay and its sample',
    { type: 'Open-ended', modelAnswer: 'Light.' },
    { type: 'essay', sampleAnswer: 'Light.' },
  ],
  ['the answer of an essay', { type: 'essay', answer: 'Light.' }, { type: 'essay', sampleAnswer: 'Light.' }],
  [
    'an order of texts',
    { type: 'sequence', options, correctOrder: ['Egg', 'Caterpillar', 'Butterfly'] },
    { type: 'ordering', answer: ['a', 'b', 'c'] },
  ],
  ['an order of indexes', { type: 'ordering', options, answer: [2, 0, 1] }, { answer: ['c', 'a', 'b'] }],
  [
    'pairs of texts',
    { type: 'matching', options, targets, answer: [['Egg', 'France'], { left: 'b', right: 'Italy' }] },
    { answer: { a: 'x', b: 'y' } },
  ],
  ['pairs in texts', { type: 'matching', options, targets, answer: ['a=x', 'b=y'] }, { answer: { a: 'x', b: 'y' } }],
  ['one text for one gap', { type: 'cloze', prompt: '{{g}}', answer: 'Paris' }, { answer: { g: 'Paris' } }],
  [
    'texts in the order of the gaps',
    { type: 'fill-in-the-blanks', prompt: '{{b}} {{a}}', answer: ['B', 'A'] },
    { type: 'cloze', answer: { b: 'B', a: 'A' } },
  ],
  ['fill-in-the-blank without gaps', { type: 'fill-in-the-blank', answer: 'B' }, { type: 'short_text', answer: 'B' }],
  [
    'answers in the gaps',
    { prompt: '{{a}}', blanks: [{ id: 'a', choices: ['A', 'B'], correct: 'B' }] },
    { type: 'cloze', gaps: [{ id: 'a', options: ['A', 'B'] }], answer: { a: 'B' } },
  ],
  ['a gap that only the prompt names', { type: 'cloze', prompt: '{{a}} {{b}}' }, { gaps: [{ id: 'a' }, { id: 'b' }] }],
  [
    'other names of settings',
    { type: 'numeric', answer: 1, margin: 0.5, units: 'kg', maxAttempts: 2, hints: 'Weigh it.' },
    { tolerance: 0.5, unit: 'kg', attempts: 2, hints: ['Weigh it.'] },
  ],
])('%s is read in the documented shape', (_what, sent, read) => {
  const shape = toDocumentedShape('quiz', quizOf(sent))
  expect((shape.questions as JsonObject[])[0]).toMatchObject(read)
  expect(findContentProblems('quiz', shape, 'content', 'strict')).toEqual([])
  expect(toDocumentedShape('quiz', shape)).toEqual(shape)
  expect(findContentWarnings('quiz', quizOf(sent))).toEqual([])
})

test('a list of pairs is a matching question, whose targets have ids that do not tell their options', () => {
  const pairs = [
    { left: 'Paris', right: 'France' },
    { left: 'Lyon', right: 'France' },
    { left: 'Rome', right: 'Italy' },
  ]
  const question = readOnly({ pairs })
  expect([question.type, question.options.length, question.targets.map(({ text }) => text)]).toEqual([
    'matching',
    3,
    ['France', 'Italy'],
  ])
  const [france, italy] = question.targets.map(({ id }) => id)
  expect(question.answer).toEqual({ 0: france, 1: france, 2: italy })
  expect(france).toMatch(/^\w{5,8}$/)
})

test('members that were added later and have another type are kept, named in a warning, and not used', () => {
  const own = { tolerance: '5 %', shuffle: 'yes', attempts: 0, hints: { de: 'Tipp' }, gaps: 5, targets: 'all' }
  const content = quizOf({ type: 'single_choice', options, answer: 'a', ...own })
  expect(findContentProblems('quiz', content)).toEqual([])
  expect(findContentWarnings('quiz', content).map(({ path }) => path.split('.').at(-1))).toEqual(Object.keys(own))
  expect(JSON.stringify(readContent('quiz', content))).toBe(
    JSON.stringify(quizOf({ type: 'single_choice', options, answer: 'a' })),
  )
  expect(findContentProblems('quiz', content, 'content', 'strict')).toHaveLength(6)
})

test('each type of question is read as Markdown', () => {
  const markdownOf = (question: object) => renderContentAsMarkdown('quiz', quizOf(question)).split('\n\n').slice(1)
  expect(markdownOf(numeric)).toEqual(['Answer: 9.81 m/s² (± 0.01)'])
  expect(markdownOf(ordering)).toEqual(['Right order:', '1. Egg\n2. Caterpillar\n3. Butterfly'])
  expect(markdownOf(matching)).toEqual([
    '- Egg → France\n- Caterpillar → Italy\n- Butterfly',
    'Other targets:',
    '- Spain',
  ])
  expect(markdownOf({ ...cloze, hints: ['A river.'] })).toEqual([
    '- `{{land}}`: France (France, Spain)\n- `{{city}}`: Paris, paname',
    'Hint: A river.',
  ])
  expect(markdownOf(many).at(-1)).toBe('Answer: none of these')
  expect(markdownOf({ type: 'essay', sampleAnswer: 'Light.' })).toEqual(['Sample answer: Light.'])
})

test.each(['3. Oktober', '1945.', '+', '-', '>', '#', '1)', '---', '# include <stdio.h>'])(
  'an option that begins as %s does begins so in Markdown',
  (text) => {
    const question = {
      options: [
        { id: 'a', text },
        { id: 'b', text: 'B' },
      ],
    }
    const choice = renderContentAsMarkdown('quiz', quizOf({ ...question, type: 'single_choice', answer: 'a' }))
    expect(choice).toContain(`- [x] ${text}\n`)
    const order = renderContentAsMarkdown('quiz', quizOf({ ...question, type: 'ordering', answer: ['a', 'b'] }))
    expect(order.replaceAll('\\', '')).toContain(`1. ${text}\n`)
    expect(order).toMatch(/1\. (?:\\|\d+\\)/)
  },
)

test('the values of a form are read as a response', () => {
  const read = (question: object, ...values: [string, string][]) =>
    readFormResponse(readOnly(question), 'q0', new Map(values.map(([name, value]) => [name, [value]])))
  expect(read(numeric, ['q0', '9'])).toEqual(['9'])
  expect(read(ordering, ['q0.a', '2'], ['q0.b', '1'], ['q0.c', '3'])).toEqual(['b', 'a', 'c'])
  expect(read(ordering, ['q0.a', '1'], ['q0.b', '1'], ['q0.c', '3'])).toBeUndefined()
  expect(read(matching, ['q0.a', 'x'], ['q0.d', 'x'])).toEqual({ a: 'x' })
  expect(read(cloze, ['q0.city', 'Paris'])).toEqual({ city: 'Paris' })
  expect([read(cloze), read(numeric), read({ ...many, answer: ['a'] })]).toEqual([undefined, undefined, undefined])
  expect(read(many)).toEqual([])
})

test('a text is divided at its gaps', () => {
  expect(splitAtGaps('a {{ g1 }} b {{}} {{g 2}}')).toEqual([
    { text: 'a ' },
    { gapId: 'g1' },
    { text: ' b {{}} {{g 2}}' },
  ])
})
