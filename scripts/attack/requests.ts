import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { AttackedService } from './attacked-service.ts'

export type Answer = { status: number; text: string; ms: number }

type Request = { method?: string; path: string; key?: string; body?: string; headers?: Record<string, string> }

const maxSilenceMs = 60_000

/** Sends a request on a connection of its own. Status 0 means that the connection failed. */
export function send(
  { url }: Pick<AttackedService, 'url'>,
  { method = 'GET', path, key, body, headers }: Request,
  localAddress?: string,
): Promise<Answer> {
  const startedAt = performance.now()
  const all = {
    // Node's own default, close, would lose an answer that comes while the body is still being sent.
    Connection: 'keep-alive',
    ...(key && { Authorization: `Bearer ${key}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    ...headers,
  }
  return new Promise((resolve) => {
    const end = (status: number, text: string) => resolve({ status, text, ms: performance.now() - startedAt })
    const req = request(url + path, { method, headers: all, agent: false, localAddress }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.once('end', () => end(res.statusCode!, Buffer.concat(chunks).toString()))
      res.once('error', () => end(0, ''))
    })
    req.setTimeout(maxSilenceMs, () => req.destroy(new Error('no answer')))
    req.once('error', (error) => end(0, error.message))
    req.end(body)
  })
}

/** The head of a request as HTTP/1.1 sends it. */
export function makeHead(method: string, path: string, headers: Record<string, string | number>): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** Opens connections that each send the same and read nothing. */
export async function openSilentSockets(
  { url }: Pick<AttackedService, 'url'>,
  count: number,
  ...sent: (string | Buffer)[]
): Promise<Socket[]> {
  const { hostname, port } = new URL(url)
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.pause()
      for (const part of sent) socket.write(part)
      return socket
    }),
  )
}

/** Calls `work` for each item, with at most `atOnce` calls in flight. */
export async function runAll<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const rest = items[Symbol.iterator]()
  const worker = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) results.push(await work(next.value))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
