const listElements = new Set(['ul', 'ol', 'dl', 'li', 'dt', 'dd'])
const itemElements = new Set(['li', 'dt', 'dd'])

/** The elements that may be in each kind of list (HTML, section 4.4). */
const childrenOf: Readonly<Record<string, readonly string[]>> = {
  ul: ['li', 'script', 'template'],
  ol: ['li', 'script', 'template'],
  dl: ['dt', 'dd', 'div', 'script', 'template'],
}
const listsOf: Readonly<Record<string, readonly string[]>> = { li: ['ul', 'ol'], dt: ['dl'], dd: ['dl'] }

/** Follows the lists of a text. An end tag that nothing begins is ignored, so that each element takes constant time. */
export function makeListReader() {
  const open: string[] = []

  /** Returns whether an element that begins here is where HTML allows it. */
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

  return { begin, end }
}
