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
 * Makes a checker that finds misplaced elements in HTML, such as an `li` outside a list. The caller calls a method for
 * each tag and each piece of text, in order.
 */
export function makeListNestingChecker() {
  const open: string[] = []
  /**
   * For each open `<dl>`, the last `<dt>` or `<dd>` of the current group. A group consists of `<dt>` elements and their
   * `<dd>` elements.
   */
  const lastItems: ('dt' | 'dd' | undefined)[] = []

  /** Ends a group of a `<dl>`. Returns false if the last `<dt>` of the group has no `<dd>`. */
  function endGroup(): boolean {
    const last = lastItems.pop()
    lastItems.push(undefined)
    return last !== 'dt'
  }

  /** Handles an item of the innermost `<dl>`. Returns false for a `<dd>` without a `<dt>` before it. */
  function addItem(name: 'dt' | 'dd'): boolean {
    const last = lastItems.pop()
    lastItems.push(name)
    return name === 'dt' || last !== undefined
  }

  /**
   * Handles a start tag. `isAllowed` tells whether HTML allows the element here. `isInOrder` is false if the tag leaves
   * a `<dt>` or `<dd>` unpaired.
   */
  function begin(name: string): { isAllowed: boolean; isInOrder: boolean } {
    // The end tag of an item can be missing: an item also ends where the next item begins.
    if (itemElements.has(name) && itemElements.has(open.at(-1) ?? '')) open.pop()
    const parent = open.at(-1) ?? ''
    const isAllowed = listsOf[name] ? listsOf[name].includes(parent) : (childrenOf[parent]?.includes(name) ?? true)
    let isInOrder = true
    if (parent === 'dl' && (name === 'dt' || name === 'dd')) isInOrder = addItem(name)
    else if (parent === 'dl' && name === 'div') isInOrder = endGroup()
    if (name === 'dl') lastItems.push(undefined)
    if (listElements.has(name)) open.push(name)
    return { isAllowed, isInOrder }
  }

  /**
   * Handles an end tag. Returns false if the tag ends a group in a `<dl>`, and the last `<dt>` of the group has no
   * `<dd>`.
   */
  function end(name: string): boolean {
    if (!listElements.has(name)) {
      const endsGroup = name === 'div' && open.at(-1) === 'dl'
      return !endsGroup || endGroup()
    }
    if (!itemElements.has(name) && itemElements.has(open.at(-1) ?? '')) open.pop()
    if (open.at(-1) !== name) return true
    open.pop()
    return name !== 'dl' || lastItems.pop() !== 'dt'
  }

  /** Returns whether HTML allows text in this place: in an item, but not directly in a list. */
  const allowsText = () => !Object.hasOwn(childrenOf, open.at(-1) ?? '')

  /**
   * Handles the end of the text, where all open elements end. Returns the number of lists whose last term has no
   * description.
   */
  const endOfText = () => lastItems.splice(0).filter((last) => last === 'dt').length

  return { begin, end, endOfText, allowsText }
}
