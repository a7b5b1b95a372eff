import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import {
  findKey,
  freePort,
  makeEnvironment,
  type Program,
  processTimeoutMs,
  runProgram,
  startService,
} from './program.ts'

const body = JSON.stringify({ name: 'In flight' })

/** Sends half of the body of a request. */
async function begun(service: Program): Promise<ClientRequest> {
  const headers = {
    Authorization: `Bearer ${findKey(service.output())}`,
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    Expect: '100-continue',
  }
  const req = request(`${service.url}/api/v1/courses`, { method: 'POST', headers, agent: false })
  req.on('error', () => {})
  req.write(body.slice(0, 5))
  await new Promise((done) => req.once('continue', done))
  return req
}

const isOpen = (service: Program) =>
  fetch(`${service.url}/health/live`).then(
    () => true,
    () => false,
  )

const untilClosed = (service: Program) => vi.waitFor(async () => expect(await isOpen(service)).toBe(false), 20_000)

test(
  'SIGTERM finishes the request in flight, refuses new connections, and exits with 0',
  async () => {
    const service = await startService(await makeEnvironment())
    const req = await begun(service)
    expect(await isOpen(service)).toBe(true)
    service.child.kill('SIGTERM')
    await untilClosed(service)
    expect(service.child.exitCode).toBe(null)
    req.end(body.slice(5))
    const [res] = (await once(req, 'response')) as [IncomingMessage]
    const { data } = JSON.parse(await text(res))
    expect([res.statusCode, data.name]).toEqual([201, 'In flight'])
    expect(await service.exitCode()).toBe(0)
  },
  processTimeoutMs,
)

test(
  'a second signal ends the process at once',
  async () => {
    const service = await startService(await makeEnvironment())
    const req = await begun(service)
    expect(await isOpen(service)).toBe(true)
    service.child.kill('SIGTERM')
    await untilClosed(service)
    const closed = new Promise((done) => req.once('close', done))
    service.child.kill('SIGTERM')
    expect(await service.exitCode()).toBe(143)
    await closed
  },
  processTimeoutMs,
)

/** Connects as soon as the port is open. */
async function firstConnection(port: number): Promise<Socket> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    if (isOpen) return socket
    await wait(1)
  }
}

test(
  'a stop in the moment in which the port opens waits for no connection, and the process ends with 0',
  async () => {
    const port = await freePort()
    const program = runProgram('src/main.js', [], {
      ...(await makeEnvironment()),
      PORT: String(port),
      LOG_LEVEL: 'error',
    })
    const socket = await firstConnection(port)
    socket.on('error', () => {})
    program.child.kill('SIGTERM')
    // Below the grace period, after which every connection is closed.
    const exit = await Promise.race([program.exitCode(), wait(20_000, 'still running')])
    expect(exit).toBe(0)
  },
  processTimeoutMs,
)
