import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { openAndSend, requestHead } from '../support/sockets.ts'
import { findKey, makeEnvironment, type Program, processTimeoutMs, startService } from './program.ts'

test(
  'a stop closes unused connections, and finishes the request in flight',
  async () => {
    const program = await startService(await makeEnvironment())
    const { hostname, port } = new URL(program.url)
    const unused = connect(Number(port), hostname)
    const busy = connect(Number(port), hostname)
    for (const socket of [unused, busy]) socket.on('error', () => {})
    await Promise.all([once(unused, 'connect'), once(busy, 'connect')])
    unused.resume()
    const body = '{"name":"In flight"}'
    const head = [
      'POST /api/v1/courses HTTP/1.1',
      `Host: ${hostname}:${port}`,
      `Authorization: Bearer ${findKey(program.output())}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    ]
    busy.write(`${head.join('\r\n')}\r\n\r\n`)
    expect(String(await once(busy, 'data'))).toContain('100 Continue')

    const gone = once(unused, 'close')
    program.child.kill('SIGTERM')
    await gone
    busy.write(body)
    const answer = await text(busy)
    expect(answer).toContain('HTTP/1.1 201 Created')
    expect(answer).toContain('Connection: close')
    expect(await program.exitCode()).toBe(0)
  },
  processTimeoutMs,
)

type Connection = Awaited<ReturnType<typeof openAndSend>>

/** Sends a request on a connection of its own, which stays open, and waits for the answer. */
async function ask({ url }: Program): Promise<Connection> {
  const connection = await openAndSend(url, requestHead({ path: '/health/live' }))
  await connection.untilAnswered()
  return connection
}

test(
  'one address may use half of MAX_CONNECTIONS, and further connections get 503',
  async () => {
    const program = await startService({ ...(await makeEnvironment()), MAX_CONNECTIONS: '16' })
    // Each is answered before the next one opens: the sockets of the port accept in any order.
    const accepted: Connection[] = []
    let last = await ask(program)
    for (; last.status() === 200 && accepted.length < 9; last = await ask(program)) accepted.push(last)
    expect(last.status()).toBe(503)
    // The start of the service may have left a connection or two open.
    expect(accepted.length).toBeGreaterThanOrEqual(6)
    expect(accepted.length).toBeLessThanOrEqual(8)
    await last.untilClosed()
    for (const { socket } of accepted) socket.destroy()
    await vi.waitFor(async () => expect((await fetch(`${program.url}/health/live`)).status).toBe(200), 20_000)
  },
  processTimeoutMs,
)
