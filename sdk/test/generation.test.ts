import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'
import { goodLesson, lessonJson, serviceWithModel, text, waitUntil } from '../../test/support/ai-requests.ts'
import { chunk, sendPieces, startsAndHangs } from '../../test/support/language-model.ts'
import { createClient, type GenerationEvent } from '../src/index.ts'
import { disconnect, giveUp, type Handler, refuse, sendOn, startProxy } from './proxy.ts'
import { thrownBy } from './thrown-by.ts'

const body = { prompt: 'Leaves' }
const prefersStream = { Accept: 'text/event-stream' }

async function start(...handlers: Handler[]) {
  const { model, service, key, outcomes } = await serviceWithModel()
  const { url, keys } = await startProxy(service.url, ...handlers)
  return { model, keys, outcomes, client: createClient({ baseUrl: url, apiKey: key, timeoutMs: 3000 }) }
}

test('a generation is read as a stream of events, which timeoutMs does not end', async () => {
  const { model, keys, client } = await start()
  model.behave((_body, _req, res) => {
    const half = goodLesson.indexOf(text('It is **sugar** in the end.').content.text)
    res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(chunk({ content: goodLesson.slice(0, half) }))
    setTimeout(() => sendPieces(res, [goodLesson.slice(half)]), 3500)
  })
  const events = await Array.fromAsync(client.ai.streamContent(body))
  expect(events.map(({ event }) => event)).toEqual(['started', 'block', 'block', 'usage', 'done'])
  expect(events[1]).toMatchObject({ data: { type: 'text', content: { text: '## Light' }, order: 0 } })
  expect(events.at(-1)).toMatchObject({ data: { type: 'lesson', usage: { inputTokens: 100 } } })
  expect(keys).toEqual([undefined])
})

test('the example of the README prints each block and the usage', async () => {
  const { service, key } = await serviceWithModel({ OPENAI_BASE_URL: '', OPENAI_API_KEY: '' })
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const [, example] = /## Streams\n.+?```ts\n(.+?)```/s.exec(readme)!
  const lines: unknown[][] = []
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  const run = new AsyncFunction('coursewright', 'console', stripTypeScriptTypes(example!))
  await run(createClient({ baseUrl: service.url, apiKey: key }), { log: (...line: unknown[]) => lines.push(line) })
  expect(lines[0]).toEqual([0, 'quiz'])
  expect(lines.at(-1)).toEqual([expect.any(String), { inputTokens: 0, outputTokens: 0 }])
})

test('a stream can be read as bytes or text, and content without a stream has its idempotency key', async () => {
  const { model, keys, client } = await start()
  model.behave(goodLesson)
  const options = { body, headers: prefersStream }
  const { data } = await client.http.POST('/ai/generate-content', { ...options, parseAs: 'text' })
  expect(data).toContain('event: done\n')
  const { data: bytes } = await client.http.POST('/ai/generate-content', { ...options, parseAs: 'stream' })
  expect(await new Response(bytes).text()).toContain('event: done\n')
  await client.http.POST('/ai/generate-content', { body })
  expect(keys).toEqual([undefined, undefined, expect.any(String)])
})

test('a generation that fails in the middle of its stream is a CoursewrightError', async () => {
  const { model, client } = await start()
  model.behave('no JSON')
  const error = await thrownBy(Array.fromAsync(client.ai.streamContent(body)))
  expect([error.status, error.code, error.details]).toEqual([200, 'internal_error', { reason: 'ai_invalid_output' }])
})

test('a stream is repeated if it was refused, and never if it could have begun', async () => {
  const refused = await start(refuse(429), refuse(503))
  refused.model.behave(goodLesson)
  expect((await Array.fromAsync(refused.client.ai.streamContent(body))).at(-1)!.event).toBe('done')
  expect(refused.keys.length).toBe(3)
  const statusOf = (client: typeof refused.client) =>
    Array.fromAsync(client.ai.streamContent(body)).catch(({ status, name }) => status ?? name)
  for (const [handler, error] of [
    [giveUp(504), 504],
    [refuse(503, {}), 503],
    [disconnect, 'TypeError'],
  ] as const) {
    const { client, keys } = await start(handler)
    expect([await statusOf(client), keys.length]).toEqual([error, 1])
  }
})

test('a stream that breaks off or ends early fails, and is not repeated', async () => {
  const endEarly =
    (end: 'end' | 'destroy'): Handler =>
    (req, res, serviceUrl) =>
      sendOn(req, serviceUrl, (answer) => {
        res.writeHead(answer.statusCode!, { 'Content-Type': 'text/event-stream' })
        answer.once('data', (start) => res.write(start, () => res[end]()))
      })
  for (const end of ['end', 'destroy'] as const) {
    const { model, client, keys } = await start(endEarly(end))
    model.behave(startsAndHangs(lessonJson(text('## Light')).slice(0, -2)))
    await expect(Array.fromAsync(client.ai.streamContent(body))).rejects.toThrow(TypeError)
    expect(keys.length).toBe(1)
  }
})

test('leaving the loop or aborting the signal stops the language model', async () => {
  const { model, client, outcomes } = await start()
  model.behave(startsAndHangs(goodLesson.slice(0, -20)))
  for await (const { event } of client.ai.streamContent(body)) if (event === 'block') break
  await waitUntil(async () => expect(await outcomes()).toEqual(['aborted']))
  const abort = new AbortController()
  const events: GenerationEvent[] = []
  const read = async () => {
    for await (const event of client.ai.streamContent(body, { signal: abort.signal })) events.push(event)
  }
  const reading = read()
  await waitUntil(() => expect(events.length).toBeGreaterThan(1))
  abort.abort()
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  await waitUntil(async () => expect(await outcomes()).toEqual(['aborted', 'aborted']))
})
