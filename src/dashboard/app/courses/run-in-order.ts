type Outcome<Item, Result> = {
  done: { item: Item; result: Result }[]
  /** The item that failed, and those after it. */
  left: Item[]
  error: unknown
}

/** Sends a request for each item, one after the other, and ends at the first that fails. */
export async function runInOrder<Item, Result>(
  items: readonly Item[],
  send: (item: Item) => Promise<Result>,
): Promise<Outcome<Item, Result>> {
  const done: { item: Item; result: Result }[] = []
  try {
    for (const item of items) done.push({ item, result: await send(item) })
    return { done, left: [], error: undefined }
  } catch (error) {
    return { done, left: items.slice(done.length), error }
  }
}
