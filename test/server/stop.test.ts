import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { keyIn, type Program, slow, somewhere, start } from './program.ts'

const body = JSON.stringify({ name: 'In flight' })

/** A request that the service has begun to read: half of its body is still to come. */
async function begun(service: Program): Promise<ClientRequest> {
  const headers = {
    Authorization: `Bearer ${keyIn(service.out())}`,
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
  'on SIGTERM what is in flight is answered whole, nobody new is let in, and the process ends with 0',
  async () => {
    const service = await start(await somewhere())
    const req = await begun(service)
    expect(await isOpen(service)).toBe(true)
    service.child.kill('SIGTERM')
    await untilClosed(service)
    expect(service.child.exitCode).toBe(null)
    req.end(body.slice(5))
    const [res] = (await once(req, 'response')) as [IncomingMessage]
    const { data } = JSON.parse(await text(res))
    expect([res.statusCode, data.name]).toEqual([201, 'In flight'])
    expect(await service.ended()).toBe(0)
  },
  slow,
)

test(
  'a second signal ends the process at once',
  async () => {
    const service = await start(await somewhere())
    const req = await begun(service)
    expect(await isOpen(service)).toBe(true)
    service.child.kill('SIGTERM')
    await untilClosed(service)
    const closed = new Promise((done) => req.once('close', done))
    service.child.kill('SIGTERM')
    expect(await service.ended()).toBe(143)
    await closed
  },
  slow,
)
