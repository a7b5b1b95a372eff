import { whoIs } from '../auth/caller.ts'
import type { Exchange } from '../http/exchange.ts'

type Id = string | number

/** How this process speaks to the others of the service; `live` tells whether they hear. */
export type Broadcast = {
  live(): boolean
  publish(message: string): Promise<void>
  listen(handler: (message: string) => void): void
}

const prefix = 'cancel '

/**
 * The calls that this process works on, so that a client can cancel one, in whichever process its message arrives. There
 * are no sessions, and identifiers are the client's own: where two of a caller's clients here use the same, none is taken
 * for the other.
 */
export function makeUnderWay(broadcast: Broadcast) {
  const calls = new Map<string, Set<AbortController>>()
  const nameOf = ({ caller, address }: Exchange, id: Id) => `${whoIs(caller)} ${address} ${typeof id} ${id}`

  function abort(name: string): void {
    const [call, ...others] = calls.get(name) ?? []
    if (others.length === 0) call?.abort()
  }
  broadcast.listen((message) => {
    if (message.startsWith(prefix)) abort(message.slice(prefix.length))
  })

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
      const name = nameOf(exchange, id)
      abort(name)
      // One that cannot go out at once would come too late, to another call of that name.
      if (broadcast.live()) void broadcast.publish(`${prefix}${name}`)
    },
  }
}

export type UnderWay = ReturnType<typeof makeUnderWay>
