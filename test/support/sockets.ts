import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished, vi } from 'vitest'

type Head = { method?: string; path: string; key?: string; headers?: Record<string, string | number> }

/** Returns the text of a request head. */
export function requestHead({ method = 'GET', path, key, headers = {} }: Head): string {
  const all = { Host: 'service', ...(key && { Authorization: `Bearer ${key}` }), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** Returns the head of a request with a JSON body, with its length or chunked. */
export const requestHeadWithBody = (head: Head, bytes?: number) =>
  requestHead({
    method: 'POST',
    ...head,
    headers: {
      'Content-Type': 'application/json',
      ...(bytes === undefined ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': bytes }),
      ...head.headers,
    },
  })

/** Opens a connection that is closed after the test. It reads nothing unless the test does. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Sends text on a new connection, and collects what is received. */
export async function openAndSend(url: string, text: string) {
  const socket = await openSocket(url)
  let receivedText = ''
  let isClosed = false
  socket.on('data', (chunk) => (receivedText += chunk))
  socket.once('close', () => (isClosed = true))
  socket.write(text)
  const until = (check: () => boolean) =>
    vi.waitFor(
      () => {
        if (!check()) throw new Error(`Not received: ${receivedText.slice(0, 500)}`)
      },
      { timeout: 55_000, interval: 10 },
    )
  return {
    socket,
    told: () => receivedText,
    status: () => Number(/^HTTP\/1\.1 (\d{3})/.exec(receivedText)?.[1]),
    /** Parses the last JSON body. */
    body: () => JSON.parse(receivedText.slice(receivedText.lastIndexOf('\r\n\r\n'))),
    isClosed: () => isClosed,
    untilReceived: (text: string) => until(() => receivedText.includes(text)),
    untilAnswered: () => until(() => /\r\n\r\n.*[}\n]$/s.test(receivedText)),
    untilClosed: () => until(() => isClosed),
  }
}
