/**
 * A node of a trie of all stems. `next` maps a UTF-16 code unit to a child node. `stem` is the stem that ends at this
 * node.
 */
type Branch = { next: Map<number, Branch>; stem?: string }

/**
 * Makes a finder that searches texts for all stems at once, even inside words. The number of stems does not affect the
 * search time.
 */
export function makeWordStemFinder(stems: ReadonlySet<string>) {
  const root: Branch = { next: new Map() }
  const found = new Set<string>()
  for (const stem of stems) {
    let branch = root
    for (let at = 0; at < stem.length; at++) {
      const code = stem.charCodeAt(at)
      const next = branch.next.get(code) ?? { next: new Map() }
      branch.next.set(code, next)
      branch = next
    }
    branch.stem = stem
  }
  return {
    /** Returns the stems that occur in this text and did not occur in the texts of earlier calls. */
    findNew(text: string): string[] {
      const lower = text.toLowerCase()
      const added: string[] = []
      for (let from = 0; from < lower.length && found.size < stems.size; from++) {
        let branch = root.next.get(lower.charCodeAt(from))
        for (let at = from + 1; branch; at++) {
          const { stem } = branch
          if (stem !== undefined && !found.has(stem)) {
            found.add(stem)
            added.push(stem)
          }
          branch = branch.next.get(lower.charCodeAt(at))
        }
      }
      return added
    },
  }
}
