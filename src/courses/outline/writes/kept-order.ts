/**
 * A sibling in the new order of siblings. `order` is the old position. `isListed` is true if the request names the
 * sibling.
 */
type Sibling = { order: number; isListed: boolean }

/**
 * Chooses the siblings that stay in place, as many as possible: a longest subsequence of the new order in which the old
 * positions increase.
 */
export function chooseSiblingsToKeepInPlace<S extends Sibling>(siblings: readonly S[]): Set<S> {
  const count = siblings.length
  const ranks = new Map(
    [...new Set(siblings.map(({ order }) => order))].sort((a, b) => a - b).map((order, rank) => [order, rank + 1]),
  )
  /**
   * Returns the weight of a sibling. The subsequence with the largest sum of weights stays in place. The weights prefer
   * more siblings and, among equal numbers, siblings that the request does not name.
   */
  const weightOf = ({ isListed }: S) => count + 1 + (isListed ? 0 : 1)
  const scores: number[] = []
  const previous: number[] = []
  // A Fenwick tree. For a sibling, it finds the best subsequence with smaller old positions in O(log n).
  const best = new Array<number>(ranks.size + 1).fill(-1)

  const isBetter = (index: number, other: number) => other < 0 || scores[index]! > scores[other]!
  function bestBelow(rank: number): number {
    let found = -1
    for (let at = rank - 1; at > 0; at -= at & -at) if (best[at]! >= 0 && isBetter(best[at]!, found)) found = best[at]!
    return found
  }
  function store(rank: number, index: number): void {
    for (let at = rank; at < best.length; at += at & -at) if (isBetter(index, best[at]!)) best[at] = index
  }

  let last = -1
  for (const [index, sibling] of siblings.entries()) {
    const rank = ranks.get(sibling.order)!
    const before = bestBelow(rank)
    previous[index] = before
    scores[index] = weightOf(sibling) + (before < 0 ? 0 : scores[before]!)
    store(rank, index)
    if (isBetter(index, last)) last = index
  }
  const unmoved = new Set<S>()
  for (let index = last; index >= 0; index = previous[index]!) unmoved.add(siblings[index]!)
  return unmoved
}
