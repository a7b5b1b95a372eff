import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { goodLesson, lessonJson, parseEvents, text, waitUntil } from '../support/ai-requests.ts'
import { type Behaviour, completion, sendPieces, splitText, startFakeModel } from '../support/language-model.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { statementsOf } from '../support/sql-recorder.ts'

let model: Awaited<ReturnType<typeof startFakeModel>>
let service: TestService
let key: string
const env = () => ({
  OPENAI_BASE_URL: model.url,
  OPENAI_API_KEY: 'sk-test',
  OPENAI_MODEL: 'stand-in',
  AI_TIMEOUT_SECONDS: '1',
  RATE_LIMIT_AI: '100000',
})
beforeAll(async () => {
  model = await startFakeModel()
})
afterAll(() => model.close())
// A service a test: its circuit breaker is its own.
beforeEach(async () => {
  service = await startTestService({ env: env() })
  key = await service.key()
  return () => service.close()
})

const generate = (body: object = {}, auth = key) =>
  service.rest('POST', '/ai/generate-content', auth, { prompt: 'Leaves', ...body })
const status =
  (code: number): Behaviour =>
  (_body, _req, res) => {
    const body = JSON.stringify({ error: { message: 'secret of the provider' } })
    res.writeHead(code, { 'Content-Type': 'application/json', 'retry-after-ms': '1' }).end(body)
  }
const outcomes = async () =>
  (await service.db.prisma.aiGeneration.findMany({ orderBy: { id: 'asc' } })).map(({ outcome }) => outcome)

test('a lesson is written by the model, from a schema made of the block types; the prompt is data', async () => {
  model.behave(goodLesson)
  const answer = await generate({ options: { blockTypes: ['text', 'quiz'], language: 'en' } })
  expect(answer.status).toBe(200)
  expect(answer.body.data).toMatchObject({
    type: 'lesson',
    model: 'stand-in',
    usage: { inputTokens: 100, outputTokens: 50 },
    content: {
      name: 'Leaves',
      description: 'What they do.',
      blocks: [
        { type: 'text', content: { text: '## Light' }, order: 0 },
        { type: 'text', content: { text: 'It is **sugar** in the end.' }, order: 1 },
      ],
    },
  })
  const [asked] = model.requests
  expect(asked!.messages.map(({ role }) => role)).toEqual(['system', 'user'])
  expect(asked!.messages[0]!.content).not.toContain('Leaves')
  expect(JSON.parse(asked!.messages[1]!.content)).toEqual({ subject: 'Leaves', language: 'en' })
  const kinds = JSON.stringify(asked!.response_format)
  expect([kinds.includes('"quiz"'), kinds.includes('"video"')]).toEqual([true, false])
})

test('an answer that is invalid is corrected by a second call that names the problems', async () => {
  model.behave(goodLesson, 'no JSON at all')
  expect((await generate()).status).toBe(200)
  expect(model.requests[1]!.messages.at(-1)!.content).toContain('is not JSON')
  model.behave(goodLesson, lessonJson({ type: 'quiz', content: {} }))
  expect((await generate()).status).toBe(200)
  expect(model.requests[1]!.messages.at(-1)!.content).toContain('blocks.0.content.questions')
})

test.each([
  ['lesson', 'blocks'],
  ['quiz', 'blocks'],
  ['block', 'blocks'],
  ['outline', 'modules'],
])('an answer without content for a generated %s is corrected by a second call', async (type, member) => {
  model.behave(JSON.stringify({ name: 'Leaves', description: 'What they do.', [member]: [] }))
  const { status, body } = await generate({ type })
  expect([status, body.error?.details.reason, model.requests.length]).toEqual([503, 'ai_invalid_output', 2])
  expect(model.requests[1]!.messages.at(-1)!.content).toContain(member)
})

test('an answer that stays invalid is an error, and nothing is saved', async () => {
  const made = await service.rest('POST', '/courses', key, { name: 'C', modules: [{ name: 'M' }] })
  const path = `/courses/${made.body.data.id}/tree`
  const before = (await service.rest('GET', path, key)).body.data
  model.behave('never JSON')
  const answer = await generate({ mode: 'append', moduleId: before.modules[0].id })
  expect([answer.status, answer.body.error.details.reason]).toEqual([503, 'ai_invalid_output'])
  expect(model.requests).toHaveLength(2)
  expect((await service.rest('GET', path, key)).body.data).toEqual(before)
  expect(await outcomes()).toEqual(['failed'])
})

test.each([
  [429, 'ai_rate_limited', 3],
  [500, 'ai_unavailable', 3],
  [401, 'ai_refused', 1],
])(
  'a provider that answers %i is a 503 with its reason, after the retries that make sense',
  async (code, reason, tries) => {
    model.behave(status(code))
    const answer = await generate()
    expect([answer.status, answer.body.error.code, answer.body.error.details]).toEqual([
      503,
      'internal_error',
      { reason },
    ])
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(answer.text).not.toContain('secret')
    expect(model.requests).toHaveLength(tries)
  },
)

test('a provider that never answers is a timeout', async () => {
  model.behave(() => {})
  const answer = await generate()
  expect([answer.status, answer.body.error.details]).toEqual([503, { reason: 'ai_timeout' }])
})

test('after five failures in a row the provider is not called for a while', async () => {
  model.behave(status(500))
  for (let time = 0; time < 5; time++) await generate()
  model.behave(goodLesson)
  expect((await generate()).body.error.details.reason).toBe('ai_unavailable')
  expect(model.requests).toHaveLength(0)
})

test('active markup is removed; Markdown and code stay unchanged', async () => {
  const hostile = 'Fine <script>alert(1)</script><img src=x onerror=alert(1)> [go](javascript:alert(1)) > quote & more'
  const code = {
    type: 'code',
    content: { language: 'html', code: '<script>1 < 2</script>', filename: null, runnable: null },
  }
  model.behave(lessonJson(text(hostile), text('> a quote\n\n1 < 2 & 3'), code))
  const { blocks } = (await generate()).body.data.content
  expect(blocks[0].content.text).not.toMatch(/<script|onerror|javascript:/)
  expect(blocks[0].content.text).toContain('> quote & more')
  expect(blocks[1].content.text).toBe('> a quote\n\n1 < 2 & 3')
  expect(blocks[2].content.code).toBe('<script>1 < 2</script>')
})

test('a REST stream sends each block when it is ready, then the usage and the result', async () => {
  model.behave(goodLesson)
  const answer = await service.rest(
    'POST',
    '/ai/generate-content',
    key,
    { prompt: 'Leaves' },
    { Accept: 'text/event-stream' },
  )
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const told = parseEvents(answer.text)
  expect(told.map(({ event }) => event)).toEqual(['started', 'block', 'block', 'usage', 'done'])
  expect(told[1]!.data).toEqual({ type: 'text', content: { text: '## Light' }, order: 0 })
  expect(told[4]!.data.content.blocks).toEqual([told[1]!.data, told[2]!.data])
})

test('in a stream, an invalid block is corrected and no block is sent twice', async () => {
  model.behave(goodLesson, lessonJson(text('## Light'), { type: 'text', content: {} }))
  const answer = await service.rest(
    'POST',
    '/ai/generate-content',
    key,
    { prompt: 'Leaves' },
    { Accept: 'text/event-stream' },
  )
  const told = parseEvents(answer.text)
  expect(told.map(({ event }) => event)).toEqual(['started', 'block', 'block', 'usage', 'done'])
  expect(told.slice(1, 3).map(({ data }) => data.order)).toEqual([0, 1])
})

test('a stream that fails ends with an error event', async () => {
  model.behave((_body, _req, res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' })
    res.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: '{"name":"x"' } }] })}\n\n`)
    setTimeout(() => res.destroy(), 20)
  })
  const answer = await service.rest(
    'POST',
    '/ai/generate-content',
    key,
    { prompt: 'Leaves' },
    { Accept: 'text/event-stream' },
  )
  const last = parseEvents(answer.text).at(-1)!
  expect([last.event, last.data.code]).toEqual(['error', 'internal_error'])
  expect(await outcomes()).toEqual(['failed'])
})

test.each([
  ['REST stream', '/api/v1/ai/generate-content', { prompt: 'Leaves' }],
  ['GraphQL subscription', '/graphql', { query: 'subscription { generation(input: { prompt: "Leaves" }) { event } }' }],
])('a client of a %s that disconnects stops the model', async (_name, path, body) => {
  let [started, stopped] = [false, false]
  model.behave((_body, req, res) => {
    started = true
    sendPiecesSlowly(res)
    req.socket.once('close', () => {
      stopped = true
    })
  })
  const gone = new AbortController()
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify(body),
    signal: gone.signal,
  })
  await answer.body!.getReader().read()
  await waitUntil(() => expect(started).toBe(true))
  gone.abort()
  await waitUntil(() => expect(stopped).toBe(true))
  await waitUntil(async () => expect(await outcomes()).toEqual(['aborted']))
})

function sendPiecesSlowly(res: ServerResponse): void {
  res.writeHead(200, { 'Content-Type': 'text/event-stream' })
  const timer = setInterval(() => {
    if (res.destroyed) clearInterval(timer)
    else res.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: ' ' } }] })}\n\n`)
  }, 20)
}

test('a GraphQL subscription sends the same events', async () => {
  model.behave(goodLesson)
  const query =
    'subscription ($input: GenerateContentInput!) { generation(input: $input) { event block { type content order } usage { inputTokens } result { content } } }'
  const answer = await service.http('/graphql', {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ query, variables: { input: { prompt: 'Leaves' } } }),
  })
  const told = [...answer.text.matchAll(/^data: (\{.*\})$/gm)].map(([, data]) => JSON.parse(data!).data.generation)
  expect(told.map(({ event }) => event)).toEqual(['started', 'block', 'block', 'usage', 'done'])
  expect(told[1].block).toEqual({ type: 'text', content: { text: '## Light' }, order: 0 })
})

test('a key runs two generations at the same time and no third', async () => {
  const waiting: (() => void)[] = []
  model.behave((_body, _req, res) => {
    waiting.push(() =>
      res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(completion(goodLesson))),
    )
  })
  const patient = await startTestService({ env: { ...env(), AI_TIMEOUT_SECONDS: '20' } })
  const auth = await patient.key()
  const ask = () => patient.rest('POST', '/ai/generate-content', auth, { prompt: 'x' })
  const two = [ask(), ask()]
  await waitUntil(() => expect(waiting).toHaveLength(2))
  let third: Awaited<ReturnType<typeof ask>>
  // The process knows that both generations still run, so it refuses a flood of requests without asking the database.
  const statements = await statementsOf(async () => {
    third = await ask()
  })
  expect([third!.status, third!.body.error.details, third!.headers.get('retry-after')]).toEqual([
    429,
    { reason: 'ai_concurrency', limit: 2 },
    '30',
  ])
  expect(statements).toEqual([])
  for (const answer of waiting) answer()
  expect((await Promise.all(two)).map((one) => one.status)).toEqual([200, 200])
  await patient.close()
})

test('concurrent generations never exceed the daily budget', async () => {
  const limit = 60_000
  const edge = await startTestService({
    env: {
      ...env(),
      AI_DAILY_TOKENS_ENTERPRISE: String(limit),
      AI_MAX_OUTPUT_TOKENS: '8000',
      AI_TIMEOUT_SECONDS: '20',
    },
  })
  const workspaceId = await edge.workspace()
  const keys = await Promise.all(Array.from({ length: 10 }, () => edge.key({ workspaceId })))
  model.behave((_body, _req, res) => {
    const answer = {
      ...completion(goodLesson),
      usage: { prompt_tokens: 2000, completion_tokens: 8000, total_tokens: 10_000 },
    }
    setTimeout(() => res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer)), 100)
  })
  const answers = await Promise.all(
    keys.map((auth) => edge.rest('POST', '/ai/generate-content', auth, { prompt: 'x' })),
  )
  const refused = answers.filter((one) => one.status === 429)
  expect(refused.length).toBeGreaterThan(0)
  for (const { body, headers } of refused) {
    expect(body.error).toMatchObject({ code: 'rate_limit_exceeded', details: { reason: 'ai_budget', limit } })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const used = answers.filter((one) => one.status === 200).length * 10_000
  expect(used).toBeLessThanOrEqual(limit)
  const usage = await edge.rest('GET', '/ai/usage', keys[0]!)
  expect(usage.body.data.budget).toEqual({ limit, used })
  await edge.close()
})

test('a stream that is split anywhere gives the same lesson', async () => {
  model.behave((_body, _req, res) => sendPieces(res, splitText(goodLesson, 1)))
  const answer = await service.rest(
    'POST',
    '/ai/generate-content',
    key,
    { prompt: 'Leaves' },
    { Accept: 'text/event-stream' },
  )
  expect(parseEvents(answer.text).at(-1)!.data.content.blocks).toHaveLength(2)
})

test.each<[string, number, number, string, string]>([
  ['a line of a stream', 200, 503, 'text/event-stream', 'data: {"choices":[{"delta":{"content":"'],
  ['comments of a stream', 200, 503, 'text/event-stream', ':\n\n'],
  ['a JSON document', 200, 503, 'application/json', '{"choices":[{"message":{"content":"'],
  ['an error', 400, 503, 'application/json', '{"error":{"message":"'],
])('%s that does not end is not read to its end', async (what, status, expected, type, start) => {
  await service.close()
  service = await startTestService({ env: { ...env(), AI_TIMEOUT_SECONDS: '50', AI_MAX_OUTPUT_TOKENS: '256' } })
  key = await service.key()
  const piece = what.startsWith('comments') ? ':\n\n'.repeat(20_000) : 'x'.repeat(60_000)
  let sent = 0
  model.behave((_body, _req, res) => {
    const send = () => {
      while (!res.destroyed && sent < 100_000_000) {
        sent += piece.length
        if (!res.write(piece)) return
      }
    }
    res.writeHead(status, { 'Content-Type': type }).write(start)
    res.on('drain', send)
    send()
  })
  const answer = await generate()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([expected, 'application/json; charset=utf-8'])
  expect(sent).toBeLessThan(50_000_000)
})
