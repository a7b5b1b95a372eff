import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeHttpServer } from '../../../src/http/pipeline/listener.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { openAndSend, requestHead } from '../../support/sockets.ts'

let one: TestService
beforeAll(async () => {
  // At least 64 requests are admitted at once, more with a large pool.
  one = await startTestService({ env: { SHED_AFTER_MS: '60000' } })
})
afterAll(() => one.close())

const many = 200

test('refused and aborted requests release their place in the queue', async () => {
  for (let count = 0; count < many; count++) expect((await one.http('/api/v1/nothing')).status).toBe(404)
  const gone = { url: '/api/v1/courses', headers: {}, method: 'GET', socket: { destroyed: true } }
  for (let count = 0; count < many; count++)
    one.app.handle(gone as unknown as IncomingMessage, {} as unknown as ServerResponse)
  expect((await one.http('/api/v1/nothing')).status).toBe(404)
})

test('garbage after a finished request gets its own response', async () => {
  const talked = await openAndSend(one.url, requestHead({ path: '/health/live' }))
  await talked.untilAnswered()
  talked.socket.write('garbage\r\n\r\n')
  await talked.untilClosed()
  expect(talked.told().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
})

test('clients have time limits for headers, requests, idle connections and stalled connections', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = makeHttpServer(one.app)
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
    headersTimeout: 15_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 75_000,
    timeout: 30_000,
  })
})
