import { expect, test } from 'vitest'
import { encodeUtf8IntoPooledBuffer, makeBufferPool } from '../../src/http/buffer-pool.ts'

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()

test('a buffer that is freed twice is not used by two responses', () => {
  const first = encodeUtf8IntoPooledBuffer(['first'], 5)
  first.free()
  first.free()
  const [second, third] = [encodeUtf8IntoPooledBuffer(['second'], 6), encodeUtf8IntoPooledBuffer(['third'], 5)]
  expect([text(second.bytes), text(third.bytes)]).toEqual(['second', 'third'])
  second.free()
  third.free()
})

test('buffers are reused, and the pool keeps at most 16 MB of them', () => {
  const pool = makeBufferPool()
  const written = Array.from({ length: 12 }, (_, index) =>
    encodeUtf8IntoPooledBuffer([`${index}${'x'.repeat(900_000)}`], 900_002, pool),
  )
  for (const { free } of written) free()
  expect(pool.idleBytes()).toBe(1 << 24)
  const again = encodeUtf8IntoPooledBuffer(['again'], 900_000, pool)
  expect(pool.idleBytes()).toBe(12 << 20)
  again.free()
  expect(pool.idleBytes()).toBe(1 << 24)
})

test('a text that is too long for the pool gets its own buffer, which the pool does not keep', () => {
  const pool = makeBufferPool()
  const long = 'é'.repeat(6_000_000)
  const { bytes, free } = encodeUtf8IntoPooledBuffer([long], long.length, pool)
  expect([bytes.length, bytes.buffer.byteLength]).toEqual([12_000_000, 12_000_000])
  expect(text(bytes.subarray(-4))).toBe('éé')
  free()
  expect(pool.idleBytes()).toBe(0)
})

test('a text whose characters take three bytes fits into its buffer', () => {
  const { bytes, free } = encodeUtf8IntoPooledBuffer(['文'.repeat(30_000)], 30_000)
  expect([bytes.length, text(bytes) === '文'.repeat(30_000)]).toEqual([90_000, true])
  free()
})

test('buffers have at least 64 KB, and the pool keeps 16 MB to the last byte', () => {
  const pool = makeBufferPool()
  expect([pool.maxBytes, pool.acquire(1).length, pool.acquire(65_537).length]).toEqual([1 << 24, 1 << 16, 1 << 17])
  pool.release(Buffer.alloc((1 << 24) - (1 << 16)))
  pool.release(Buffer.alloc((1 << 16) + 1))
  expect(pool.idleBytes()).toBe((1 << 24) - (1 << 16))
  pool.release(Buffer.alloc(1 << 16))
  expect(pool.idleBytes()).toBe(1 << 24)
})
