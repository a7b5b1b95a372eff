import { whoIs } from '../auth/caller.ts'
import type { Exchange } from '../http/exchange.ts'

type Id = string | number

/**
 * The calls that this process works on, so that a client can cancel one. There are no sessions, and identifiers are the
 * client's own: where two of a caller's clients use the same, none is taken for the other.
 */
export function makeUnderWay() {
  const calls = new Map<string, Set<AbortController>>()
  const nameOf = ({ caller, address }: Exchange, id: Id) => `${whoIs(caller)} ${address} ${typeof id} ${id}`

  return {
    /** Does `work` with a signal that is aborted when the client cancels the call. */
    async during<T>(exchange: Exchange, id: Id, work: (cancelled: AbortSignal) => Promise<T>): Promise<T> {
      const name = nameOf(exchange, id)
      const call = new AbortController()
      const same = calls.get(name) ?? new Set()
      calls.set(name, same.add(call))
      try {
        return await work(call.signal)
      } finally {
        same.delete(call)
        if (same.size === 0) calls.delete(name)
      }
    },
    cancel(exchange: Exchange, id: Id): void {
      const [call, ...others] = calls.get(nameOf(exchange, id)) ?? []
      if (others.length === 0) call?.abort()
    },
  }
}

export type UnderWay = ReturnType<typeof makeUnderWay>
