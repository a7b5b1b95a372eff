import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { goodLesson, lessonJson, serviceWithModel, streaming, text, waitUntil } from '../support/ai-requests.ts'
import { sendPieces, splitText, startsAndHangs } from '../support/language-model.ts'

test('each event of a stream has its own kind of data', async () => {
  const { model, stream } = await serviceWithModel()
  model.behave(goodLesson)
  const told = await stream()
  const { generationId } = told[0]!.data
  const blocks = [
    { type: 'text', content: { text: '## Light' }, order: 0 },
    { type: 'text', content: { text: 'It is **sugar** in the end.' }, order: 1 },
  ]
  const usage = { inputTokens: 100, outputTokens: 50 }
  const content = { name: 'Leaves', description: 'What they do.', durationMinutes: null, objectives: [], blocks }
  expect(told).toEqual([
    { event: 'started', data: { generationId, model: 'stand-in' } },
    { event: 'block', data: blocks[0] },
    { event: 'block', data: blocks[1] },
    { event: 'usage', data: usage },
    { event: 'done', data: { generationId, type: 'lesson', content, model: 'stand-in', usage, created: [] } },
  ])
})

test('a stream has no blocks beyond the requested number', async () => {
  const { model, stream } = await serviceWithModel()
  model.behave(lessonJson(text('a'), text('b'), text('c')))
  const told = await stream({ options: { maxBlocks: 2 } })
  expect(told.map(({ event }) => event)).toEqual(['started', 'block', 'block', 'usage', 'done'])
})

test('a stream that adds content tells the read replica of the write, after the content is stored', async () => {
  const { model, service, key, stream } = await serviceWithModel()
  const course = { name: 'C', modules: [{ name: 'M' }] }
  const { id } = (await service.rest('POST', '/courses', key, course)).body.data
  const { workspaceId } = await service.db.prisma.course.findFirstOrThrow()
  const noted: [string, number][] = []
  const recordWrite = async (written: string) => void noted.push([written, await service.db.prisma.lesson.count()])
  service.app.services.replica = { recordWrite } as typeof service.app.services.replica
  const { modules } = (await service.rest('GET', `/courses/${id}/tree`, key)).body.data
  model.behave(goodLesson)
  expect((await stream({ moduleId: modules[0].id })).at(-1)!.event).toBe('done')
  expect(noted).toEqual([])
  expect((await stream({ moduleId: modules[0].id, mode: 'append' })).at(-1)!.event).toBe('done')
  expect(noted).toEqual([[workspaceId, 1]])
})

test('an error in a stream has the code and message of a REST error', async () => {
  const { model, stream } = await serviceWithModel()
  model.behave('no JSON')
  expect((await stream()).at(-1)).toEqual({
    event: 'error',
    data: {
      code: 'internal_error',
      message: 'The language model gave no usable answer twice; try again or change the prompt.',
      details: { reason: 'ai_invalid_output' },
    },
  })
})

test.each([
  ['text/event-stream', true],
  ['application/json;q=0.5, text/event-stream', true],
  ['text/event-stream;q=0.5, application/json', false],
  ['application/json, text/event-stream;q=0', false],
  ['*/*', false],
])('Accept: %s is read as it is meant', async (accept, streams) => {
  const { generate } = await serviceWithModel({ OPENAI_BASE_URL: '', OPENAI_API_KEY: '' })
  const { headers } = await generate({}, { Accept: accept })
  expect(headers.get('content-type')!.startsWith('text/event-stream')).toBe(streams)
})

test('streams count against the limit for each minute, and a refusal has Retry-After', async () => {
  const { model, generate } = await serviceWithModel({ RATE_LIMIT_AI: '2' })
  model.behave(goodLesson)
  for (let time = 1; time <= 2; time++) expect((await generate({}, streaming)).status).toBe(200)
  const { status, headers, body } = await generate({}, streaming)
  expect([status, body.error.code, body.error.details]).toEqual([
    429,
    'rate_limit_exceeded',
    { reason: 'field_limit', limit: 2 },
  ])
  const seconds = Number(headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(model.requests).toHaveLength(2)
})

test('a stream with an Idempotency-Key is refused', async () => {
  const { model, generate } = await serviceWithModel()
  const answer = await generate({}, { ...streaming, 'Idempotency-Key': 'one' })
  expect([answer.status, answer.body.error.details.fields[0].path]).toEqual([400, 'Idempotency-Key'])
  expect(model.requests).toHaveLength(0)
})

test('a stream without events sends comments to keep the connection open', async () => {
  const { model, startAndAbort } = await serviceWithModel({ AI_TIMEOUT_SECONDS: '60', AI_IDLE_SECONDS: '60' })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  model.behave(startsAndHangs('{'))
  const one = startAndAbort(streaming)
  const reader = (await one.answer).body!.getReader()
  let told = Buffer.from((await reader.read()).value!).toString()
  while (!told.includes('\n:\n\n')) {
    vi.advanceTimersByTime(15_000)
    told += Buffer.from((await reader.read()).value!).toString()
  }
  expect(told).toMatch(/^event: started\ndata: .*\n\n:\n\n/)
  one.leave()
})

test('a stream that has ended leaves no timer', async () => {
  const { model, stream } = await serviceWithModel()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  model.behave(goodLesson)
  expect((await stream()).at(-1)!.event).toBe('done')
  await waitUntil(() => expect(vi.getTimerCount()).toBe(0))
})

test('while the client does not read, nothing is written to it or read from the model', async () => {
  const { model, service, key, usage } = await serviceWithModel()
  const sent = vi.fn<() => void>()
  model.behave((_body, _req, res) => {
    res.once('finish', sent)
    sendPieces(res, splitText(goodLesson))
  })
  const written: string[] = []
  let drain = () => {}
  const slow = createServer((req, res) => {
    res.write = (part: string) => {
      written.push(/event: (\w+)/.exec(part)![1]!)
      return false
    }
    drain = () => void res.emit('drain')
    service.app.handle(req, res)
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    slow.closeAllConnections()
    slow.close()
  })
  const answer = fetch(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/api/v1/ai/generate-content`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...streaming },
    body: JSON.stringify({ prompt: 'Leaves' }),
  })
  await answer
  const order = ['started', 'block', 'block', 'usage', 'done']
  for (const [index] of order.entries()) {
    await waitUntil(() => expect(written).toEqual(order.slice(0, index + 1)))
    // There would be time for more.
    await usage()
    expect(written).toEqual(order.slice(0, index + 1))
    drain()
  }
  await (await answer).text()
})
