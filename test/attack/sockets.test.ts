import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultResponseHeaders } from '../../src/http/pipeline/security-headers.ts'
import { serviceForTest } from '../support/service.ts'
import { openAndSend, requestHead } from '../support/sockets.ts'

const live = requestHead({ path: '/health/live' })

/** Opens a connection from another address of this machine. */
async function talkFrom(localAddress: string, url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.on('error', () => {}).on('data', (chunk) => (received += chunk))
  await once(socket, 'connect')
  socket.write(live)
  await vi.waitFor(() => expect(received).toMatch(/^HTTP\/1\.1 \d/), 55_000)
  return { socket, status: Number(received.slice(9, 12)) }
}

test.runIf(process.platform === 'linux')(
  'connections are limited by address and in all, a refused one gets 503, and a closed one makes room',
  async () => {
    const one = await serviceForTest({ connectionLimits: { total: 3, perIpAddress: 2 } })
    const first = [await openAndSend(one.url, live), await openAndSend(one.url, live)]
    for (const { untilAnswered } of first) await untilAnswered()
    expect(first.map(({ status }) => status())).toEqual([200, 200])

    const third = await openAndSend(one.url, live)
    await third.untilClosed()
    expect([third.status(), third.body().error]).toEqual([
      503,
      {
        code: 'internal_error',
        message: 'Too many connections are open. Wait for Retry-After seconds.',
        details: { reason: 'connections' },
      },
    ])
    expect(third.told()).toContain('\r\nRetry-After: 5\r\n')
    for (const header of ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'])
      expect(third.told()).toContain(`\r\n${header}: `)
    for (const header of Object.entries(defaultResponseHeaders))
      expect(third.told()).toContain(`\r\n${header.join(': ')}\r\n`)

    const other = await talkFrom('127.0.0.2', one.url)
    expect(other.status).toBe(200)
    // Two connections of one address and one of another are all that is allowed.
    expect((await talkFrom('127.0.0.3', one.url)).status).toBe(503)
    first[0]!.socket.destroy()
    await vi.waitFor(async () => expect((await talkFrom('127.0.0.3', one.url)).status).toBe(200), 55_000)
    expect(await one.app.metrics.registry.getSingleMetricAsString('connections_refused_total')).toMatch(/ [2-9]\d*$/m)
  },
)

test('refused connections are closed, even if their clients read nothing', async () => {
  const one = await serviceForTest({ connectionLimits: { total: 1, perIpAddress: 1 } })
  await (await openAndSend(one.url, live)).untilAnswered()
  const sockets = await Promise.all(
    Array.from({ length: 150 }, async () => {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(one.url).port), allowHalfOpen: true })
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => {})
      await once(socket, 'connect')
      return socket
    }),
  )
  // A write to a closed connection fails. One that was left open would accept it.
  await vi.waitFor(
    () => {
      for (const socket of sockets) if (!socket.destroyed) socket.write('x')
      expect(sockets.filter(({ destroyed }) => !destroyed)).toEqual([])
    },
    { timeout: 55_000, interval: 50 },
  )
})
