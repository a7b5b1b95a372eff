type Entry<T> = { item: T; client: string; isTaken: boolean }

/** A queue from which the clients take turns. Within one client, the order is that of arrival. */
export type FairQueue<T> = ReturnType<typeof makeFairQueue<T>>

/** Makes a queue in which a client with many items does not delay the items of other clients. */
export function makeFairQueue<T>() {
  /** All items in the order of their arrival. An item that was taken in the turn of its client leaves later. */
  const arrivals: Entry<T>[] = []
  /** The items of each client. The first client is the next one. */
  const clients = new Map<string, Entry<T>[]>()

  function take(entry: Entry<T>): T {
    entry.isTaken = true
    const { client, item } = entry
    const others = clients.get(client)!
    others.shift()
    clients.delete(client)
    if (others.length > 0) clients.set(client, others)
    while (arrivals[0]?.isTaken) arrivals.shift()
    return item
  }

  return {
    push(client: string, item: T): void {
      const entry = { client, item, isTaken: false }
      arrivals.push(entry)
      const others = clients.get(client)
      if (others) others.push(entry)
      else clients.set(client, [entry])
    },
    has: (client: string): boolean => clients.has(client),
    /** Returns the item that has waited longest. */
    oldest: (): T | undefined => arrivals[0]?.item,
    /** Removes the item that has waited longest. It is the first of its client. */
    takeOldest: (): T | undefined => (arrivals[0] ? take(arrivals[0]) : undefined),
    /** Removes the first item of the next client. */
    takeNext(): T | undefined {
      for (const [first] of clients.values()) return take(first!)
      return undefined
    },
  }
}
