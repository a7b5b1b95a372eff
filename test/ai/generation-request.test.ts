import { expect, test } from 'vitest'
import { generationInputSchema, parseContentGenerationRequest } from '../../src/ai/generation-request.ts'
import { makeRepairMessages } from '../../src/ai/prompts.ts'
import { computeMaxRequestAndAnswerTokens, makeGenerationTokenCounter } from '../../src/ai/token-counter.ts'
import { findUrlsInPrompt } from '../../src/ai/urls.ts'
import { ModelFailure } from '../../src/platform/language-model.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'

const accepts = (more: object) => generationInputSchema.safeParse({ prompt: 'Leaves', ...more }).success

test.each([
  [{ prompt: 'x'.repeat(20_000) }, { prompt: 'x'.repeat(20_001) }],
  [{ options: { audience: 'x'.repeat(200) } }, { options: { audience: 'x'.repeat(201) } }],
  [{ options: { maxBlocks: 30 } }, { options: { maxBlocks: 31 } }],
  [{ options: { maxBlocks: 1 } }, { options: { maxBlocks: 0 } }],
  [{ options: { blockTypes: Array(100).fill('text') } }, { options: { blockTypes: Array(101).fill('text') } }],
  [{ options: { blockTypes: ['text'] } }, { options: { blockTypes: [] } }],
])('a generation may have %j, and nothing beyond it', (within, beyond) => {
  expect([accepts(within), accepts(beyond)]).toEqual([true, false])
})

test('a lesson is added to the lesson that is named, and otherwise to the module', () => {
  const [lessonId, moduleId] = [makeUuidV7(), makeUuidV7()]
  const target = (ids: object) => parseContentGenerationRequest({ prompt: 'x', mode: 'append', ...ids }).target
  expect(target({ moduleId, lessonId })).toEqual({ level: 'lesson', id: lessonId })
  expect(target({ moduleId: moduleId.toUpperCase() })).toEqual({ level: 'module', id: moduleId })
})

test('only a lesson has several blocks: eight, if the request names no number', () => {
  const blocks = (type: 'lesson' | 'quiz' | 'block', options?: { maxBlocks: number }) =>
    parseContentGenerationRequest({ prompt: 'x', type, options }).maxBlocks
  expect([blocks('lesson'), blocks('lesson', { maxBlocks: 30 })]).toEqual([8, 30])
  expect([blocks('quiz', { maxBlocks: 30 }), blocks('block', { maxBlocks: 30 })]).toEqual([1, 1])
})

test('the first twenty different addresses of a prompt are allowed, without the punctuation after them', () => {
  const urls = Array.from({ length: 21 }, (_, index) => `https://a.example/${index}`)
  expect(findUrlsInPrompt([urls[0], ...urls].join(' '))).toEqual(urls.slice(0, 20))
  expect(
    findUrlsInPrompt('(see https://a.example/b), http://c.example/d_(e)! javascript:x ftp://f.example http://'),
  ).toEqual(['https://a.example/b', 'http://c.example/d_(e)'])
})

test('a correction contains the first 60,000 characters of the answer and the first twenty problems', () => {
  const problems = Array.from({ length: 21 }, (_, index) => ({ path: `blocks.${index}`, message: 'is wrong' }))
  const [, answer, request] = makeRepairMessages([{ role: 'user', content: 'x' }], 'y'.repeat(60_001), problems)
  expect(answer).toEqual({ role: 'assistant', content: 'y'.repeat(60_000) })
  expect(request!.content.match(/is wrong/g)).toHaveLength(20)
  expect(request!.content).not.toContain('blocks.20')
})

const question = {
  messages: [{ role: 'user' as const, content: 'é'.repeat(15) }],
  schema: {},
  maxOutputTokens: 100,
  signal: new AbortController().signal,
}

test('a request reserves one token for each of its bytes, and all tokens of the answer', () => {
  expect(computeMaxRequestAndAnswerTokens(question)).toBe(30 + 2 + 100)
})

test('tokens are counted as the provider says, or estimated from the bytes of all calls', () => {
  const counter = makeGenerationTokenCounter()
  const estimated = counter.startCall(question)
  expect(counter.used()).toEqual({ inputTokens: 11, outputTokens: 0 })
  estimated.receive({ text: 'éé' })
  estimated.receive({ text: '', tokens: { inputTokens: 0, outputTokens: 0 } })
  expect(counter.used()).toEqual({ inputTokens: 11, outputTokens: 2 })
  counter.startCall(question).receive({ text: 'x', tokens: { inputTokens: 40, outputTokens: 50 } })
  expect(counter.used()).toEqual({ inputTokens: 51, outputTokens: 52 })
})

test('a failed call costs nothing only if the provider refused it before its answer began', () => {
  const costOf = (text: string, isUnbilled: boolean) => {
    const counter = makeGenerationTokenCounter()
    const call = counter.startCall(question)
    call.receive({ text })
    call.failed(new ModelFailure('ai_unavailable', {}, { isUnbilled }))
    return Object.values(counter.used())
  }
  expect([costOf('', true), costOf('', false), costOf('abc', true)]).toEqual([
    [0, 0],
    [11, 0],
    [11, 1],
  ])
})
