import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultResponseHeaders } from '../../src/http/pipeline/security-headers.ts'
import { serviceWithModel, streaming, waitUntil } from '../support/ai-requests.ts'
import { startsAndHangs } from '../support/language-model.ts'
import { serviceForTest, type TestService } from '../support/service.ts'

const requests: [path: string, body: object][] = [
  ['/api/v1/ai/generate-content', { prompt: 'Leaves' }],
  ['/graphql', { query: 'subscription { generation(input: { prompt: "Leaves" }) { event } }' }],
  ['/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }],
]
const askForStream = (service: TestService, key: string, [path, body]: (typeof requests)[number]) =>
  service.http(path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...streaming },
    body: JSON.stringify(body),
  })

test('an event stream of any API needs a place in the share of its workspace, and frees it', async () => {
  const service = await serviceForTest()
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  const { streams } = service.app.resourceLimits
  const release = streams.acquireNow(workspaceId, 50)
  for (const request of requests)
    expect([request[0], (await askForStream(service, key, request)).status]).toEqual([request[0], 429])
  release()
  for (const request of requests) {
    const { status, headers } = await askForStream(service, key, request)
    expect([request[0], status, headers.get('content-type')]).toEqual([
      request[0],
      200,
      expect.stringContaining('text/event-stream'),
    ])
  }
  await waitUntil(() => expect(streams.state()).toEqual({ used: 0, waiting: 0, tenants: 0 }))
})

test('an event stream of any API has the headers of every response, so no cache keeps it', async () => {
  const service = await serviceForTest()
  const key = await service.key()
  for (const request of requests) {
    const { headers } = await askForStream(service, key, request)
    const sent = Object.keys(defaultResponseHeaders).map((name) => [name, headers.get(name)])
    expect([request[0], Object.fromEntries(sent)]).toEqual([request[0], defaultResponseHeaders])
    // A proxy such as nginx passes each event on at once.
    expect([request[0], headers.get('x-accel-buffering')]).toEqual([request[0], 'no'])
  }
})

test('a subscription is refused as multipart/mixed, which only a query can be answered with', async () => {
  const service = await serviceForTest()
  const key = await service.key()
  const send = (query: string) =>
    service.http('/graphql', {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Accept: 'multipart/mixed' },
      body: JSON.stringify({ query }),
    })
  const { status, text } = await send('subscription { generation(input: { prompt: "Leaves" }) { event } }')
  expect({ status, text }).toEqual({ status: 406, text: '' })
  expect((await send('{ viewer { plan } }')).status).toBe(200)
})

test('no comments are written to a client that does not read its stream', async () => {
  const { model, service, key } = await serviceWithModel({ AI_TIMEOUT_SECONDS: '60', AI_IDLE_SECONDS: '60' })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  model.behave(startsAndHangs('{'))
  let response: ServerResponse | undefined
  const written: string[] = []
  const slow = createServer((req, res) => {
    response = res
    let mustDrain = false
    Object.defineProperty(res, 'writableNeedDrain', { get: () => mustDrain })
    res.write = (part: string) => {
      written.push(part)
      mustDrain = written.length > 1
      return true
    }
    service.app.handle(req, res)
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    slow.closeAllConnections()
    slow.close()
  })
  const asked = fetch(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/api/v1/ai/generate-content`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...streaming },
    body: JSON.stringify({ prompt: 'Leaves' }),
  })
  asked.catch(() => {})
  await waitUntil(() => expect(model.requests).toHaveLength(1))
  expect(written).toEqual([expect.stringContaining('event: started')])
  for (let time = 0; time < 3; time++) vi.advanceTimersByTime(15_000)
  expect(written.slice(1)).toEqual([':\n\n'])
  response!.destroy()
})
