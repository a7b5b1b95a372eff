import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { chooseContentEncoding, compressResponseBody } from '../../src/http/compression.ts'

test('a response is compressed from 2,048 bytes on, and a shorter one only if identity is refused', () => {
  const choose = (bytes: number, accepted?: string) =>
    chooseContentEncoding({ headers: { 'accept-encoding': accepted } } as IncomingMessage, bytes)
  expect([choose(2047, 'br'), choose(2048, 'br'), choose(1_000_000)]).toEqual([undefined, 'br', undefined])
  expect([choose(2047, 'br, *;q=0'), choose(2047, 'gzip, identity;q=0'), choose(2047, 'br, *')]).toEqual([
    'br',
    'gzip',
    undefined,
  ])
})

test('a response of up to 65,536 bytes is compressed at once', async () => {
  for (const [bytes, isAtOnce] of [
    [65_536, true],
    [65_537, false],
  ] as const) {
    const done = Promise.withResolvers<void>()
    let isDone = false
    compressResponseBody(Buffer.alloc(bytes, 'text '), 'gzip', () => {
      isDone = true
      done.resolve()
    })
    expect([bytes, isDone]).toEqual([bytes, isAtOnce])
    await done.promise
  }
})
