/** Returns a number that depends on every character of a text (FNV-1a, 32 bits). */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  return hash >>> 0
}

/**
 * Returns options or targets in another order than the author's. The order depends only on the ids, so that it stays while
 * the author writes. Learners get still another order.
 */
export const shuffleEntries = <Entry extends { id: string }>(entries: readonly Entry[], salt: string): Entry[] =>
  entries
    .map((entry) => ({ entry, hash: hashText(`${salt} ${entry.id}`) }))
    .sort((one, other) => one.hash - other.hash)
    .map(({ entry }) => entry)
