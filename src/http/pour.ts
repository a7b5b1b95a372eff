import { once } from 'node:events'
import type { Exchange } from './exchange.ts'
import { goneSignal } from './gone.ts'

/** A client that takes nothing for so long is gone, whatever its connection says. */
const patienceMs = 30_000

/** Writes a part of a stream, and waits until the client has room for more. */
export async function pour(exchange: Exchange, part: string | Uint8Array): Promise<void> {
  const { res } = exchange
  if (res.destroyed || res.write(part)) return
  const signal = AbortSignal.any([goneSignal(exchange), AbortSignal.timeout(patienceMs)])
  await once(res, 'drain', { signal }).catch(() => res.destroy())
}
