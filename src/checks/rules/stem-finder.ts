/** A place in the tree of all stems, by the next character. */
type Branch = { next: Map<number, Branch>; stem?: string }

/**
 * Finds which of many short texts occur in long texts. The time is that of reading the long texts once, however many
 * short texts there are.
 */
export function makeStemFinder(stems: ReadonlySet<string>) {
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
    /** Returns the stems that occur in a text, and in no text before it. */
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
