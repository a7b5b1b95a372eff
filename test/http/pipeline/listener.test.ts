import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { makeHttpServer } from '../../../src/http/pipeline/listener.ts'

test('a TLS connection that sends nothing is closed when the time for the headers is over', async () => {
  const handlers = {
    handle() {},
    handleClientError() {},
    handleStalled() {},
    isWaitingForResponse: () => false,
    onConnectionRefused: () => '',
  }
  const server = makeHttpServer(handlers, { tls: {}, timeouts: { headersTimeout: 300, stalledTimeout: 60_000 } })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const startedAt = performance.now()
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket.resume(), 'close')
  expect(performance.now() - startedAt).toBeGreaterThan(250)
}, 20_000)
