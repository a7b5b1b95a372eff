import type { Element, ElementContent, Properties } from 'hast'

export const isElement = (node: ElementContent, ...names: string[]): node is Element =>
  node.type === 'element' && (names.length === 0 || names.includes(node.tagName))

export const makeElement = (tagName: string, children: ElementContent[], properties: Properties = {}): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
})

export const textOf = (node: ElementContent): string =>
  node.type === 'text' ? node.value : node.type === 'element' ? node.children.map(textOf).join('') : ''

export const isBlankText = (node: ElementContent): boolean => node.type === 'text' && /^\s*$/.test(node.value)

/** The declarations of a style, in lower case. */
export function readStyle({ properties }: Element): Readonly<Record<string, string>> {
  const style: Record<string, string> = {}
  for (const declaration of String(properties.style ?? '').split(';')) {
    const at = declaration.indexOf(':')
    if (at > 0)
      style[declaration.slice(0, at).trim().toLowerCase()] = declaration
        .slice(at + 1)
        .trim()
        .toLowerCase()
  }
  return style
}

/** Replaces each element below `children`, innermost first, by what `change` makes of it. */
export function replaceElements(
  children: readonly ElementContent[],
  change: (element: Element) => ElementContent[],
): ElementContent[] {
  return children.flatMap((child) =>
    child.type === 'element' ? change({ ...child, children: replaceElements(child.children, change) }) : [child],
  )
}

/** Finds the first element below, that itself included, for which `test` holds. */
export function findElement(element: Element, test: (one: Element) => boolean): Element | undefined {
  if (test(element)) return element
  for (const child of element.children) {
    const found = child.type === 'element' && findElement(child, test)
    if (found) return found
  }
  return undefined
}
