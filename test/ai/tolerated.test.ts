import { beforeAll, expect, test } from 'vitest'
import { findJsonObjectInText } from '../../src/ai/json-in-text.ts'
import { blockTypeNames } from '../../src/courses/block/types.ts'
import { lessonJson, text } from '../support/ai-requests.ts'
import { startFakeModel } from '../support/language-model.ts'
import { startTestService, type TestService } from '../support/service.ts'

let model: Awaited<ReturnType<typeof startFakeModel>>
let home: TestService
let key: string
beforeAll(async () => {
  model = await startFakeModel()
  home = await startTestService({ env: { OPENAI_BASE_URL: model.url, RATE_LIMIT_AI: '100000' } })
  key = await home.key()
  return async () => {
    await home.close()
    model.close()
  }
})

const generate = (body: object = {}) =>
  home.rest('POST', '/ai/generate-content', key, {
    prompt: 'Leaves',
    options: { blockTypes: blockTypeNames },
    ...body,
  })

test('an answer in another spelling is written in the documented shape, after one request', async () => {
  const quiz = {
    question: 'What do leaves make?',
    options: ['Sugar', { text: 'Salt', isCorrect: false }],
    correctAnswer: 'Sugar',
    explanation: 'From light.',
  }
  const code = { source: 'grow()', lang: 'python' }
  model.behave(lessonJson({ type: 'quiz', content: quiz }, { type: 'code', content: code }))
  const { status, body } = await generate()
  expect([status, model.requests.length]).toEqual([200, 1])
  const options = [
    { text: 'Sugar', id: '0' },
    { text: 'Salt', id: '1' },
  ]
  const question = { prompt: 'What do leaves make?', explanation: 'From light.', options, answer: '0' }
  expect(body.data.content.blocks.map(({ content }: { content: object }) => content)).toEqual([
    { questions: [{ ...question, id: 'question-0', type: 'single_choice' }] },
    { code: 'grow()', language: 'python' },
  ])
})

test.each([
  ['thoughts with braces', (json: string) => `<think>A set {a, b}, or {"a": 1}.</think>${json}`],
  [
    'prose with braces',
    (json: string) => `The set {a, b} and the object {"a": {}} come first: {\n${json.slice(1)} That was {it}.`,
  ],
  ['a code fence', (json: string) => `Here it is:\n\`\`\`json\n${json}\n\`\`\`\nUse {} for none.`],
  ['an open brace', (json: string) => `Open with { and go on. "Quoted" ${json}`],
])('an answer between %s is read after one request, in one piece or in a stream', async (_what, around) => {
  const answer = around(lessonJson(text('Leaves } { make "sugar".')))
  model.behave(answer)
  const { status, body } = await generate()
  expect([status, model.requests.length, body.data.content.blocks.length]).toEqual([200, 1, 1])
  expect(body.data.content.blocks[0].content.text).toBe('Leaves } { make "sugar".')
})

test('JSON is looked for at the first 64 braces of an answer', () => {
  const answerAfter = (count: number) => `${'{"a"} '.repeat(count)}{"blocks":[]}`
  expect(findJsonObjectInText(answerAfter(63), 'blocks')).toEqual({ blocks: [] })
  expect(findJsonObjectInText(answerAfter(64), 'blocks')).toBeUndefined()
})

test('JSON is found in time that is linear in the length of the answer', () => {
  for (const piece of ['{"a":', '{"', '{ "a', '{}', '{"a":"\\', '<think>{"', '}{"'])
    expect(findJsonObjectInText(piece.repeat(200_000), 'blocks')).toEqual(piece === '{}' ? {} : undefined)
})
