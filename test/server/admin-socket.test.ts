import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { connect, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { KeyCommand } from '../../src/keys/key-command.ts'
import { ApiError, OperatorError } from '../../src/platform/errors.ts'
import { openAdminSocket, sendAdminCommand } from '../../src/server/admin-socket.ts'

let folder: string
let path: string
let server: Awaited<ReturnType<typeof openAdminSocket>>
let modeAtFirst: number | undefined
const received: KeyCommand[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coursewright-shell-'))
  path = join(folder, 'shell.sock')
  const run = async (command: KeyCommand) => {
    received.push(command)
    return { lines: ['done'] }
  }
  const mask = process.umask(0)
  server = await openAdminSocket(folder, run, pino({ level: 'silent' }))
  process.umask(mask)
  modeAtFirst = (await stat(path)).mode
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Sends any body to the socket. */
const send = (body: string) =>
  new Promise<[number | undefined, string]>((resolve, reject) => {
    const req = request({ socketPath: path, method: 'POST' }, async (res) => resolve([res.statusCode, await text(res)]))
    req.once('error', reject)
    req.end(body)
  })

test('a service whose admin socket cannot be opened starts all the same, and logs the reason', async () => {
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line).msg) })
  const without = await openAdminSocket(join(folder, 'missing'), async () => ({ lines: [] }), log)
  expect(without.listening).toBe(false)
  expect(logged).toEqual(['the admin socket could not be opened: stop the service to run commands'])
})

test('only its owner can use the admin socket, with any umask', () => {
  expect(modeAtFirst! & 0o777).toBe(0o600)
})

test('a command reaches the running service', async () => {
  expect(await sendAdminCommand(folder, { do: 'revoke', id: 'x' })).toEqual({ lines: ['done'] })
  expect(received.splice(0)).toEqual([{ do: 'revoke', id: 'x' }])
})

test.each([
  ['no JSON', '{'],
  ['null', 'null'],
  ['an unknown command', '{"do":"drop"}'],
  ['a command without its members', '{"do":"revoke"}'],
  ['a member of the wrong type', '{"do":"revoke","id":{"not":"x"}}'],
  ['an unknown member', '{"do":"list","where":"1=1"}'],
  ['a long member', JSON.stringify({ do: 'revoke', id: 'x'.repeat(1001) })],
])('%s is refused with a sentence and not run', async (_case, body) => {
  expect(await send(body)).toEqual([400, 'This is not a known command.'])
  expect(received).toEqual([])
})

test('a command that is too long is refused before it has arrived completely', async () => {
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(path)
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk
      if (heard.includes('too long')) resolve(heard)
    })
    socket.on('error', () => {})
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n')
    socket.write('x'.repeat(20_000))
  })
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('The command is too long.')
})

test('a socket file that a killed process left behind is replaced', async () => {
  const leftover = await mkdtemp(join(tmpdir(), 'coursewright-shell-'))
  await writeFile(join(leftover, 'shell.sock'), '')
  const run = async () => ({ lines: ['done'] })
  const reopened = await openAdminSocket(leftover, run, pino({ level: 'silent' }))
  onTestFinished(async () => {
    reopened.close()
    await rm(leftover, { recursive: true, force: true })
  })
  expect(await sendAdminCommand(leftover, { do: 'workspaces' })).toEqual({ lines: ['done'] })
})

test('a command of 10,000 characters is read, and one of 10,001 is too long', async () => {
  expect(await send(' '.repeat(10_000))).toEqual([400, 'This is not a known command.'])
  expect(await send(' '.repeat(10_001))).toEqual([400, 'The command is too long.'])
})

test('clients of the admin socket have five seconds to send a command', () => {
  const { headersTimeout, requestTimeout } = server as ReturnType<typeof createServer>
  expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 5000, requestTimeout: 5000 })
})

test('the sender of a command sees the message for operators, and otherwise only that something went wrong', async () => {
  const place = await mkdtemp(join(tmpdir(), 'coursewright-shell-'))
  const failures = [
    new OperatorError('There is no such key.'),
    new ApiError('not_found', 'Key not found.'),
    new Error('secret'),
  ]
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line).msg) })
  const failing = await openAdminSocket(place, () => Promise.reject(failures.shift()), log)
  onTestFinished(async () => {
    failing.close()
    await rm(place, { recursive: true, force: true })
  })
  const told = () => sendAdminCommand(place, { do: 'workspaces' }).catch((error: Error) => error.message)
  expect([await told(), await told(), logged]).toEqual(['There is no such key.', 'Key not found.', []])
  expect([await told(), logged]).toEqual([
    'Something went wrong. See the log of the service.',
    ['an admin command failed unexpectedly'],
  ])
})

test('a service that does not answer a command within 30 seconds is reported', async () => {
  const place = await mkdtemp(join(tmpdir(), 'coursewright-shell-'))
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(join(place, 'shell.sock'), resolve))
  onTestFinished(async () => {
    silent.closeAllConnections()
    silent.close()
    await rm(place, { recursive: true, force: true })
  })
  const setTimer = vi.spyOn(Socket.prototype, 'setTimeout')
  onTestFinished(() => setTimer.mockRestore())
  let answer: unknown
  void sendAdminCommand(place, { do: 'workspaces' }).catch((error: Error) => {
    answer = error.message
  })
  await vi.waitFor(() => expect(setTimer.mock.calls.map(([ms]) => ms)).toContain(30_000))
  const client = setTimer.mock.contexts[setTimer.mock.calls.findIndex(([ms]) => ms === 30_000)] as Socket
  await vi.waitFor(() => {
    // The request listens to its socket a little later than the timer is set.
    client.emit('timeout')
    expect(answer).toBe(`The service that uses ${place} does not answer (no answer for 30 s). Stop it, or try again.`)
  })
})
