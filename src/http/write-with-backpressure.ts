import { once } from 'node:events'
import { getResponseAbortSignal } from './abort-signal.ts'
import type { Exchange } from './exchange.ts'
import { minMemoryReservedResponseLength, reserveResponseMemory } from './send.ts'

/**
 * Writes a chunk of an event stream, and waits until the client can receive more. Nothing is written to a client that has
 * disconnected; the abort signal of the response ends the source of the chunks.
 * @throws ApiError if there is not enough memory for a long chunk
 */
export async function writeWithBackpressure(exchange: Exchange, chunk: string | Uint8Array): Promise<void> {
  const { res } = exchange
  if (res.destroyed) return
  const release =
    chunk.length < minMemoryReservedResponseLength
      ? undefined
      : reserveResponseMemory(exchange, Buffer.byteLength(chunk))
  try {
    // `stalled-connections.ts` disconnects clients that stop receiving.
    if (!res.write(chunk))
      await once(res, 'drain', { signal: getResponseAbortSignal(exchange) }).catch(() => res.destroy())
  } finally {
    release?.()
  }
}
