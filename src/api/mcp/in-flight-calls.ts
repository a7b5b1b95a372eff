import { hash } from 'node:crypto'
import type { Exchange } from '../../http/exchange.ts'
import { getCallerId } from '../../identity/caller.ts'
import type { Broadcast } from '../../platform/redis/broadcast.ts'

type Id = string | number
type CallingClient = Pick<Exchange, 'caller' | 'ipAddress'>

const prefix = 'cancel '
const maxIdChars = 64

/** Returns the ID of a tool call. Clients can choose IDs of any length, so a long ID is replaced by its hash. */
const shortId = (id: Id) => {
  const text = String(id)
  return text.length <= maxIdChars ? text : hash('sha256', text)
}

/** Tracks the tool calls that run in this process, so that a client can cancel a call through any process. */
export function makeInFlightCallTracker(broadcast: Pick<Broadcast, 'live' | 'publish' | 'listen'>) {
  const calls = new Map<string, Set<AbortController>>()
  const nameOf = ({ caller, ipAddress }: CallingClient, id: Id) =>
    `${getCallerId(caller)} ${ipAddress} ${typeof id} ${shortId(id)}`

  function abort(name: string): void {
    const [call, ...others] = calls.get(name) ?? []
    // Two clients of one caller can use the same ID for two calls. Then neither call can be cancelled.
    if (others.length === 0) call?.abort()
  }
  broadcast.listen((message) => {
    if (message.startsWith(prefix)) abort(message.slice(prefix.length))
  })

  return {
    /** Runs `work` with a signal that aborts when the client cancels the tool call. */
    async track<T>(exchange: CallingClient, id: Id, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
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
    cancel(exchange: CallingClient, id: Id): void {
      const name = nameOf(exchange, id)
      abort(name)
      // If the other processes cannot be reached now, this process does not send the cancellation later.
      // A late cancellation could stop a newer call with the same ID.
      if (broadcast.live()) void broadcast.publish(`${prefix}${name}`)
    },
    /** Returns the number of running calls. Calls of one client with the same ID count as one. */
    size: () => calls.size,
  }
}

export type InFlightCallTracker = ReturnType<typeof makeInFlightCallTracker>
