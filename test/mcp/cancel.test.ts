import { expect, test, vi } from 'vitest'
import { desk } from '../ai/desk.ts'
import { beginsAndHangs } from '../model.ts'
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
  const made = await desk(patient)
  const closed = vi.fn<() => void>()
  made.model.behave(beginsAndHangs('{"name":', closed))
  const stopped = async () => {
    await vi.waitFor(() => expect(closed).toHaveBeenCalled(), { timeout: 5000 })
    await vi.waitFor(async () => expect(await made.outcomes()).toEqual(['aborted']), { timeout: 5000 })
  }
  const asked = (times = 1) => vi.waitFor(() => expect(made.model.asked).toHaveLength(times))
  return { ...made, closed, stopped, asked, auth: { Authorization: `Bearer ${made.key}` } }
}

test('a client that cancels its call stops the model', async () => {
  const { home, key, asked, stopped } = await hanging()
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
  const { home, auth, asked, stopped } = await hanging()
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
  const { home, key, auth, asked, closed } = await hanging()
  const stranger = { Authorization: `Bearer ${await home.key()}` }
  const one = post(home, call(7), auth)
  await asked()
  await post(home, cancel(7), stranger)
  await post(home, cancel(8), auth)
  const two = post(home, call(7), auth)
  await asked(2)
  await post(home, cancel(7), auth)
  expect(
    (await home.rest('GET', '/ai/usage', key)).body.data.generations.map(({ outcome }: { outcome: string }) => outcome),
  ).toEqual(['running', 'running'])
  expect(closed).not.toHaveBeenCalled()
  await home.close()
  await Promise.allSettled([one, two])
})
