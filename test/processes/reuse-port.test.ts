import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { OperatorError } from '../../src/platform/errors.ts'
import { isReusePortSupported } from '../../src/server/listen.ts'
import { openSharedPortSockets, type SharedPortSockets } from '../../src/server/reuse-port.ts'

const host = '127.0.0.1'
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function open(port = 0) {
  const server = createServer((_req, res) => res.end('in'))
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  const doors: SharedPortSockets = await openSharedPortSockets(server, 'PORT', port, host)
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
    void doors.close()
  })
  return { port: doors.port, sockets, server, doors }
}

/** Blocks the event loop for 5 ms and waits for its next turn. */
async function busyTurn(): Promise<void> {
  const until = performance.now() + 5
  while (performance.now() < until);
  await turn()
}

test.runIf(isReusePortSupported)('a busy event loop accepts many connections per turn', async () => {
  const { port, sockets } = await open()
  const crowd = Array.from({ length: 160 }, () => connect(port, host))
  ends.push(() => {
    for (const one of crowd) one.destroy()
  })
  // With a single socket, each connection would take a turn.
  for (let turns = 0; turns < 60; turns++) await busyTurn()
  expect(sockets.size).toBe(160)
})

test('requests are answered on every socket of the port', async () => {
  const { port } = await open()
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () =>
      (await fetch(`http://${host}:${port}/`, { headers: { Connection: 'close' } })).text(),
    ),
  )
  expect(new Set(answers)).toEqual(new Set(['in']))
})

test('a port that another instance uses cannot be opened, although that instance shares it between its sockets', async () => {
  const { port } = await open()
  await expect(open(port)).rejects.toThrow(OperatorError)
})

test('after close, no socket accepts connections', async () => {
  const { port, server, doors } = await open()
  await Promise.all([doors.close(), new Promise((resolve) => server.close(resolve))])
  await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow()
})
