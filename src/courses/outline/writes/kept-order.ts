/**
 * A sibling in the new order of siblings. `order` is the old position. `isListed` is true if the request names the
 * sibling.
 */
type Sibling = { order: number; isListed: boolean }

/**
 * Chooses the siblings that stay in place, so that as few siblings as possible move. The result is a longest
 * subsequence of the new order in which the old positions increase. If several subsequences are equally long, the
 * function prefers siblings that the request does not name, because these siblings should not move.
 *
 * For each sibling, a Fenwick tree finds the best subsequence of earlier siblings with smaller old positions. The whole
 * search takes O(n log n).
 */
export function chooseSiblingsToKeepInPlace<S extends Sibling>(siblings: readonly S[]): Set<S> {
  const count = siblings.length
  const ranks = new Map(
    [...new Set(siblings.map(({ order }) => order))].sort((a, b) => a - b).map((order, rank) => [order, rank + 1]),
  )
  /**
   * The function chooses the subsequence with the largest sum of weights. A sibling that the request names has the
   * weight `count + 1`, and any other sibling has `count + 2`. So a longer subsequence always has a larger sum.
   */
  const weightOf = ({ isListed }: S) => count + 1 + (isListed ? 0 : 1)
  const scores: number[] = []
  const previous: number[] = []
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
