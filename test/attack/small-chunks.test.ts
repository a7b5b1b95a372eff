import { once } from 'node:events'
import { expect, test } from 'vitest'
import { processTimeoutMs } from '../processes/program.ts'
import { serviceForTest } from '../support/service.ts'
import { openAndSend, openSocket, requestHeadWithBody } from '../support/sockets.ts'
import { startServiceWithHeap } from './small-heap.ts'

const inChunks = (text: string, length = 1) =>
  (text.match(new RegExp(`.{1,${length}}`, 'gs')) ?? [])
    .map((one) => `${one.length.toString(16)}\r\n${one}\r\n`)
    .join('')

const head = (path: string, key?: string) => requestHeadWithBody({ path, key })

test('a body in thousands of small chunks arrives whole', async () => {
  const service = await serviceForTest()
  const key = await service.key()
  const description = 'Every letter is a chunk of its own. '.repeat(250)
  for (const length of [1, 7, 1000, 1023, 1024, 5000]) {
    const body = JSON.stringify({ name: `Chunks of ${length}`, description })
    const sent = await openAndSend(service.url, `${head('/api/v1/courses', key)}${inChunks(body, length)}0\r\n\r\n`)
    await sent.untilAnswered()
    expect([sent.status(), sent.body().data.description]).toEqual([201, description])
    sent.socket.destroy()
  }
})

test('a body in too many small chunks is refused, with and without a credential, and the connection is closed', async () => {
  const service = await serviceForTest()
  const key = await service.key()
  for (const credential of [key, undefined]) {
    const sent = await openAndSend(service.url, head('/graphql', credential) + inChunks(' '.repeat(40_000)))
    await sent.untilClosed()
    expect([sent.status(), sent.body().errors?.[0].message ?? sent.body().error.message]).toEqual([
      413,
      'The body has too many small chunks. Send longer chunks, or a Content-Length.',
    ])
    expect(sent.told()).toContain('\r\nConnection: close\r\n')
  }
  // Many chunks are allowed if they are longer.
  const long = await openAndSend(service.url, `${head('/graphql', key)}${inChunks(' '.repeat(900_000), 50)}0\r\n\r\n`)
  await long.untilAnswered()
  expect(long.status()).toBe(400)
})

test('bodies in chunks of one byte do not fill a heap of 256 MB', { timeout: processTimeoutMs }, async () => {
  const { url, key } = await startServiceWithHeap(256)
  const piece = inChunks(' '.repeat(20_000))
  const upload = async () => {
    const socket = await openSocket(url)
    socket.on('error', () => {}).resume()
    socket.write(head('/mcp', key))
    for (let sent = 0; sent < 4_000_000 && !socket.destroyed; sent += 20_000)
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
    socket.destroy()
  }
  await Promise.all([upload(), upload()])
  expect((await fetch(`${url}/health/live`)).status).toBe(200)
})
