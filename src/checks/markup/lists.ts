const listElements = new Set(['ul', 'ol', 'dl', 'li', 'dt', 'dd'])
const itemElements = new Set(['li', 'dt', 'dd'])

/** The elements that each list element may contain (HTML, section 4.4). */
const childrenOf: Readonly<Record<string, readonly string[]>> = {
  ul: ['li', 'script', 'template'],
  ol: ['li', 'script', 'template'],
  dl: ['dt', 'dd', 'div', 'script', 'template'],
}
const listsOf: Readonly<Record<string, readonly string[]>> = { li: ['ul', 'ol'], dt: ['dl'], dd: ['dl'] }

/**
 * Makes a checker that finds misplaced elements in HTML, such as an `li` outside a list. The caller calls its methods
 * for each tag and each piece of text, in order. An end tag is compared only with the innermost open elements, so that
 * each tag takes constant time.
 */
export function makeListNestingChecker() {
  const open: string[] = []

  /** Notes the start tag of an element. Returns whether HTML allows the element in this place. */
  function begin(name: string): boolean {
    // An item ends where the next item of its list begins.
    if (itemElements.has(name) && itemElements.has(open.at(-1) ?? '')) open.pop()
    const parent = open.at(-1) ?? ''
    const allowed = listsOf[name] ? listsOf[name].includes(parent) : (childrenOf[parent]?.includes(name) ?? true)
    if (listElements.has(name)) open.push(name)
    return allowed
  }

  function end(name: string): void {
    if (!listElements.has(name)) return
    if (!itemElements.has(name) && itemElements.has(open.at(-1) ?? '')) open.pop()
    if (open.at(-1) === name) open.pop()
  }

  /** Returns whether HTML allows text in this place: in an item, but not directly in a list. */
  const allowsText = () => !Object.hasOwn(childrenOf, open.at(-1) ?? '')

  return { begin, end, allowsText }
}
