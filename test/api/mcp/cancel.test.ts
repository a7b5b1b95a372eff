import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { goodLesson, serviceWithModel, waitUntil } from '../../support/ai-requests.ts'
import { beginStream, sendPieces, splitText, startFakeModel, startsAndHangs } from '../../support/language-model.ts'
import { freshDatabase, openAgain, serviceForTest } from '../../support/service.ts'
import { connect, post } from './client.ts'

const patient = { AI_TIMEOUT_SECONDS: '60', AI_IDLE_SECONDS: '60' }
const call = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'generate_content', arguments: { prompt: 'Leaves' } },
})
const cancel = (requestId: number) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })

async function hanging() {
  const made = await serviceWithModel(patient)
  const closed = vi.fn<() => void>()
  made.model.behave(startsAndHangs('{"name":', closed))
  const stopped = async () => {
    await waitUntil(() => expect(closed).toHaveBeenCalled())
    await waitUntil(async () => expect(await made.outcomes()).toEqual(['aborted']))
  }
  const asked = (times = 1) => waitUntil(() => expect(made.model.requests).toHaveLength(times))
  return { ...made, closed, stopped, asked, auth: { Authorization: `Bearer ${made.key}` } }
}

test('a client that cancels its call stops the model', async () => {
  const { service: home, key, asked, stopped } = await hanging()
  const { client } = await connect(home, key)
  const gone = new AbortController()
  const answer = client.callTool({ name: 'generate_content', arguments: { prompt: 'Leaves' } }, undefined, {
    signal: gone.signal,
  })
  answer.catch(() => {})
  await asked()
  gone.abort()
  await stopped()
})

test('a client that goes away in the middle of its call stops the model', async () => {
  const { service: home, auth, asked, stopped } = await hanging()
  const gone = new AbortController()
  fetch(`${home.url}/mcp`, {
    method: 'POST',
    headers: { ...auth, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify(call(1)),
    signal: gone.signal,
  }).catch(() => {})
  await asked()
  gone.abort()
  await stopped()
})

test("nobody cancels another's call, nor one of two that cannot be told apart", async () => {
  const { model, service: home, auth, asked, outcomes } = await hanging()
  const begun: ServerResponse[] = []
  model.behave((_body, _req, res) => void begun.push(beginStream(res)))
  const stranger = { Authorization: `Bearer ${await home.key()}` }
  const one = post(home, call(7), auth)
  await asked()
  await post(home, cancel(7), stranger)
  await post(home, cancel(8), auth)
  const two = post(home, call(7), auth)
  await asked(2)
  await post(home, cancel(7), auth)
  expect(await outcomes()).toEqual(['running', 'running'])
  for (const res of begun) sendPieces(res, splitText(goodLesson))
  for (const { body } of await Promise.all([one, two]))
    expect(JSON.parse(body.result.content[0].text).model).toBe('stand-in')
})

const redis = process.env.TEST_REDIS_URL

test.skipIf(!redis)('a cancellation that arrives in another process is heard in the one that works', async () => {
  const model = await startFakeModel()
  onTestFinished(() => model.close())
  const closed = vi.fn<() => void>()
  model.behave(startsAndHangs('{"name":', closed))
  const env = { ...patient, OPENAI_BASE_URL: model.url, REDIS_URL: redis! }
  const { db, url } = await freshDatabase()
  const works = await serviceForTest({ env, db })
  const other = await serviceForTest({
    env,
    db: url ? openAgain(url, { size: 2 }) : { ...db, close: async () => {} },
  })
  const auth = { Authorization: `Bearer ${await works.key()}` }
  const answer = post(works, call(3), auth)
  await waitUntil(() => expect(model.requests).toHaveLength(1))
  // Until the processes hear each other.
  await waitUntil(async () => {
    await post(other, cancel(3), auth)
    expect(closed).toHaveBeenCalled()
  })
  expect((await answer).body.result.isError).toBe(true)
})
