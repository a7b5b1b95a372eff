import { type AddressInfo, createServer } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openRedis } from '../../../src/platform/redis/connection.ts'

/** A Redis server that has become a replica: it answers reads and refuses writes. */
async function startReadOnlyRedis() {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.on('error', () => {})
    socket.on('data', (data) => {
      for (const command of data.toString('latin1').split(/(?=\*\d+\r\n)/)) {
        if (/\r\nset\r\n/i.test(command)) socket.write("-READONLY You can't write against a read only replica.\r\n")
        else if (/\r\ninfo\r\n/i.test(command)) socket.write('$12\r\nrole:replica\r\n')
        else socket.write('+OK\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, connections: () => connections }
}

test('a server that has become a replica is left, because its address may now lead to the primary', async () => {
  const { url, connections } = await startReadOnlyRedis()
  const redis = await openRedis(url, pino({ level: 'silent' }))
  onTestFinished(() => redis.close())
  await expect.poll(connections, { timeout: 30_000 }).toBeGreaterThan(1)
})
