import { namesOfOtherServices } from './tolerances.ts'

/** A longer name is not compared, because the time grows with the square of the length. */
const maxComparedChars = 40

/** Returns a name in lower case and without the marks between its words, so that `per_page` is `perPage`. */
const simplify = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '')

/**
 * Returns how many letters must be added, removed, replaced or swapped with their neighbour to get one name from the
 * other (the optimal string alignment distance).
 */
function computeEditDistance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= from.length; row++) {
    const [above, twoAbove] = [rows[row - 1]!, rows[row - 2]]
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        above[column]! + 1,
        current[column - 1]! + 1,
        above[column - 1]! + (isSame ? 0 : 1),
        isSwapped && twoAbove ? twoAbove[column - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(current)
  }
  return rows[from.length]![to.length]!
}

/** Returns the known name that a client probably means by an unknown one, or undefined. */
export function findLikelyName(name: string, known: readonly string[]): string | undefined {
  if (name.length > maxComparedChars) return undefined
  const sent = simplify(name)
  const meant = [sent, ...(namesOfOtherServices.get(sent) ?? []).map(simplify)]
  const same = known.find((one) => meant.includes(simplify(one)))
  if (same !== undefined) return same
  // One letter in three may be wrong. A name of two letters is like too many others.
  const maxDistance = Math.min(2, Math.floor(sent.length / 3))
  const byDistance = known
    .map((one) => ({ one, distance: computeEditDistance(sent, simplify(one)) }))
    .filter(({ distance }) => distance <= maxDistance)
  return byDistance.toSorted((a, b) => a.distance - b.distance)[0]?.one
}
