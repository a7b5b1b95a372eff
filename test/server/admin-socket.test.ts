import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { KeyCommand } from '../../src/keys/admin-commands.ts'
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
