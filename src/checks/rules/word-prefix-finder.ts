/**
 * A node of a trie of all prefixes. `next` maps character codes to child nodes. `prefix` is the prefix that ends at this
 * node.
 */
type Branch = { next: Map<number, Branch>; prefix?: string }

/**
 * Makes a finder that tells which of many prefixes, such as the stems of words, occur in texts. A prefix is found at
 * every place in a text, even inside a word. The time depends on the length of the texts, but not on the number of
 * prefixes.
 */
export function makeWordPrefixFinder(prefixes: ReadonlySet<string>) {
  const root: Branch = { next: new Map() }
  const found = new Set<string>()
  for (const prefix of prefixes) {
    let branch = root
    for (let at = 0; at < prefix.length; at++) {
      const code = prefix.charCodeAt(at)
      const next = branch.next.get(code) ?? { next: new Map() }
      branch.next.set(code, next)
      branch = next
    }
    branch.prefix = prefix
  }
  return {
    /** Returns the prefixes that occur in this text, but in no text of an earlier call. */
    findNew(text: string): string[] {
      const lower = text.toLowerCase()
      const added: string[] = []
      for (let from = 0; from < lower.length && found.size < prefixes.size; from++) {
        let branch = root.next.get(lower.charCodeAt(from))
        for (let at = from + 1; branch; at++) {
          const { prefix } = branch
          if (prefix !== undefined && !found.has(prefix)) {
            found.add(prefix)
            added.push(prefix)
          }
          branch = branch.next.get(lower.charCodeAt(at))
        }
      }
      return added
    },
  }
}
