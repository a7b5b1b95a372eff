import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { OperatorError } from '../../src/errors.ts'
import { type Doors, openDoors } from '../../src/process/doors.ts'
import { isPortShared } from '../../src/process/ports.ts'

const host = '127.0.0.1'
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function open(port = 0) {
  const server = createServer((_req, res) => res.end('in'))
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  const doors: Doors = await openDoors(server, 'PORT', port, host)
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
    void doors.close()
  })
  return { port: doors.port, sockets, server, doors }
}

/** A turn of the event loop that takes its time. */
async function busyTurn(): Promise<void> {
  const until = performance.now() + 5
  while (performance.now() < until);
  await turn()
}

test.runIf(isPortShared)('a crowd gets in while the event loop is busy, many in a turn', async () => {
  const { port, sockets } = await open()
  const crowd = Array.from({ length: 160 }, () => connect(port, host))
  ends.push(() => {
    for (const one of crowd) one.destroy()
  })
  // With one socket, each of them would take a turn.
  for (let turns = 0; turns < 60; turns++) await busyTurn()
  expect(sockets.size).toBe(160)
})

test('whichever socket took a connection up, its requests are answered', async () => {
  const { port } = await open()
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () =>
      (await fetch(`http://${host}:${port}/`, { headers: { Connection: 'close' } })).text(),
    ),
  )
  expect(new Set(answers)).toEqual(new Set(['in']))
})

test('a port that another instance has is not opened, though that one shares it with itself', async () => {
  const { port } = await open()
  await expect(open(port)).rejects.toThrow(OperatorError)
})

test('closed, it lets nobody in', async () => {
  const { port, server, doors } = await open()
  await Promise.all([doors.close(), new Promise((resolve) => server.close(resolve))])
  await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow()
})
