import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { beginsAndHangs, cut, sendPieces } from '../model.ts'
import { desk, good, streaming, until } from './desk.ts'

test('each event is about one thing, and its data is that thing', async () => {
  const { model, stream } = await desk()
  model.behave(good)
  const told = await stream()
  const { generationId } = told[0]!.data
  const blocks = [
    { type: 'text', content: { text: '## Light' }, order: 0 },
    { type: 'text', content: { text: 'It is **sugar** in the end.' }, order: 1 },
  ]
  const usage = { inputTokens: 100, outputTokens: 50 }
  const content = { name: 'Leaves', description: 'What they do.', blocks }
  expect(told).toEqual([
    { event: 'started', data: { generationId, model: 'stand-in' } },
    { event: 'block', data: blocks[0] },
    { event: 'block', data: blocks[1] },
    { event: 'usage', data: usage },
    { event: 'done', data: { generationId, type: 'lesson', content, model: 'stand-in', usage, created: [] } },
  ])
})

test('what goes wrong in a stream is told as the error itself', async () => {
  const { model, stream } = await desk()
  model.behave('no JSON')
  expect((await stream()).at(-1)).toEqual({
    event: 'error',
    data: {
      code: 'internal_error',
      message: 'The language model wrote nothing usable, twice; try again or ask differently.',
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
  const { generate } = await desk({ OPENAI_BASE_URL: '', OPENAI_API_KEY: '' })
  const { headers } = await generate({}, { Accept: accept })
  expect(headers.get('content-type')!.startsWith('text/event-stream')).toBe(streams)
})

test('a stream takes no Idempotency-Key, and says so', async () => {
  const { model, generate } = await desk()
  const answer = await generate({}, { ...streaming, 'Idempotency-Key': 'one' })
  expect([answer.status, answer.body.error.details.fields[0].path]).toEqual([400, 'Idempotency-Key'])
  expect(model.asked).toHaveLength(0)
})

test('a stream that has nothing to tell for a while says that it is there', async () => {
  const { model, leave } = await desk({ AI_TIMEOUT_SECONDS: '60', AI_IDLE_SECONDS: '60' })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  model.behave(beginsAndHangs('{'))
  const one = leave(streaming)
  const reader = (await one.answer).body!.getReader()
  let told = Buffer.from((await reader.read()).value!).toString()
  while (!told.includes('\n:\n\n')) {
    vi.advanceTimersByTime(15_000)
    told += Buffer.from((await reader.read()).value!).toString()
  }
  expect(told).toMatch(/^event: started\ndata: .*\n\n:\n\n/)
  one.leave()
})

test('nothing more is written, or read, while the client takes nothing', async () => {
  const { model, home, key, usage } = await desk()
  const sent = vi.fn<() => void>()
  model.behave((_body, _req, res) => {
    res.once('finish', sent)
    sendPieces(res, cut(good))
  })
  const written: string[] = []
  let drain = () => {}
  const slow = createServer((req, res) => {
    res.write = (part: string) => {
      written.push(/event: (\w+)/.exec(part)![1]!)
      return false
    }
    drain = () => void res.emit('drain')
    home.app.handle(req, res)
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
    await until(() => expect(written).toEqual(order.slice(0, index + 1)))
    // There would be time for more.
    await usage()
    expect(written).toEqual(order.slice(0, index + 1))
    drain()
  }
  await (await answer).text()
})
