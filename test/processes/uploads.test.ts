import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, findKey, makeEnvironment, type Program, processTimeoutMs, startService } from './program.ts'

const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(16_999_991)])

/** Ends a process as a crash would. */
async function kill(program: Program): Promise<void> {
  program.child.kill('SIGKILL')
  await program.exitCode()
}

/** Begins to send a body, of which the rest never comes. */
async function sendHalf(address: URL, key: string | undefined, body: Uint8Array): Promise<void> {
  const headers = { 'Content-Length': body.length, ...(key !== undefined && { Authorization: `Bearer ${key}` }) }
  const req = request(address, { method: 'PUT', headers, agent: false })
  req.on('error', () => {})
  req.write(body.subarray(0, body.length / 2))
  await once(req, 'socket')
}

test(
  'an upload goes on after the process was killed at any of its steps, and nothing is left behind',
  async () => {
    const env = await makeEnvironment()
    let service = await startService(env)
    const key = findKey(service.output())!
    const rest = async (method: string, path: string, body?: unknown) => {
      const response = await call(service, method, path, key, body)
      return { status: response.status, data: (await response.json()).data }
    }
    const restart = async () => {
      await kill(service)
      service = await startService(env)
    }
    const addressOf = ({ url }: { url: string }) => {
      const { pathname, search } = new URL(url, service.url)
      return new URL(pathname + search, service.url)
    }
    const { data: asset } = await rest('POST', '/assets', { name: 'big.pdf', bytes: bytes.length })
    await restart()
    const [first, second, third] = asset.upload.parts
    const send = (part: { url: string; start: number; end: number }) =>
      fetch(addressOf(part), { method: 'PUT', body: bytes.subarray(part.start, part.end) as BodyInit })
    expect((await send(first)).status).toBe(204)
    await sendHalf(addressOf(second), undefined, bytes.subarray(second.start, second.end))
    await restart()
    expect((await send(second)).status).toBe(204)
    expect((await send(third)).status).toBe(204)
    await restart()
    const done = await rest('POST', `/assets/${asset.id}/complete`)
    expect([done.status, done.data.state, done.data.bytes]).toEqual([200, 'ready', bytes.length])

    const small = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(3_000_000)])
    await sendHalf(new URL(`${service.url}/api/v1/assets/content?name=small.pdf`), key, small)
    await restart()
    expect((await rest('GET', '/assets')).data.map(({ id }: { id: string }) => id)).toEqual([asset.id])
    const stored = await readdir(join(env.DATA_DIR!, 'assets'), { recursive: true, withFileTypes: true })
    expect(stored.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([
      expect.stringMatching(new RegExp(`${asset.id}$`)),
    ])
    const shown = await fetch(addressOf(done.data))
    expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true)
  },
  processTimeoutMs,
)
