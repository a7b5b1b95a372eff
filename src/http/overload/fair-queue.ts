type Entry<T> = { item: T; client: string; isTaken: boolean }

/**
 * Makes a queue whose clients take turns, so that a client with many items does not delay others. The items of one
 * client keep their order.
 */
export function makeFairQueue<T>() {
  /**
   * All items in the order of their arrival. An item that is taken before earlier items stays in this list, marked with
   * `isTaken`, until all earlier items are taken.
   */
  const arrivals: Entry<T>[] = []
  /** The items of each client. The next turn belongs to the first client in the map. */
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
    /** Removes and returns the item that has waited longest. */
    takeOldest: (): T | undefined => (arrivals[0] ? take(arrivals[0]) : undefined),
    /** Removes and returns the first item of the client whose turn is next. */
    takeNext(): T | undefined {
      for (const [first] of clients.values()) return take(first!)
      return undefined
    },
  }
}
