/**
 * A node of a trie of all stems. `next` maps character codes to child nodes. `stem` is the stem that ends at this
 * node.
 */
type Branch = { next: Map<number, Branch>; stem?: string }

/**
 * Makes a finder that tells which of many short texts, such as the stems of words, occur anywhere in other texts, even
 * inside a word. The time depends on the length of the texts, but not on the number
 * of stems.
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
    /** Returns the stems that occur in this text, but in no text of an earlier call. */
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
