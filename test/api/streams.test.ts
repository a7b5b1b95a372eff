import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serviceWithModel, streaming, waitUntil } from '../support/ai-requests.ts'
import { startsAndHangs } from '../support/language-model.ts'
import { serviceForTest } from '../support/service.ts'

const subscription = { query: 'subscription { generation(input: { prompt: "Leaves" }) { event } }' }
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

test('an event stream of any API needs a place in the share of its workspace, and frees it', async () => {
  const service = await serviceForTest()
  const workspaceId = await service.workspace()
  const key = await service.key({ workspaceId })
  const { streams } = service.app.resourceLimits
  const ask = (path: string, body: object) =>
    service.http(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...streaming },
      body: JSON.stringify(body),
    })
  const requests: [string, object][] = [
    ['/api/v1/ai/generate-content', { prompt: 'Leaves' }],
    ['/graphql', subscription],
    ['/mcp', ping],
  ]
  const release = streams.acquireNow(workspaceId, 50)
  for (const request of requests) expect([request[0], (await ask(...request)).status]).toEqual([request[0], 429])
  release()
  for (const request of requests) {
    const { status, headers } = await ask(...request)
    expect([request[0], status, headers.get('content-type')]).toEqual([
      request[0],
      200,
      expect.stringContaining('text/event-stream'),
    ])
  }
  await waitUntil(() => expect(streams.state()).toEqual({ used: 0, waiting: 0, tenants: 0 }))
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
