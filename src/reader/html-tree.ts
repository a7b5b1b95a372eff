import { DomUtils, ElementType, parseDocument } from 'htmlparser2'
import { escapeHtml, SafeHtml, unescapeHtml } from './html.ts'

export type HtmlElement = ReturnType<typeof DomUtils.getElementsByTagName>[number]

/** Returns the tree of HTML that is safe to send. Its texts and attributes stay escaped. */
export const parseHtml = ({ text }: Pick<SafeHtml, 'text'>) => parseDocument(text, { decodeEntities: false })

type HtmlTree = ReturnType<typeof parseHtml>

/** Returns all elements of a tree whose name is `name`, or all elements for `*`, in the order of the text. */
export const listElements = (tree: HtmlTree | HtmlElement['children'], name = '*'): HtmlElement[] =>
  DomUtils.getElementsByTagName(name, tree)

/** Returns the value of an attribute, or undefined if the element does not have it. */
export function getAttribute({ attribs }: HtmlElement, name: string): string | undefined {
  const value = attribs[name]
  return value === undefined ? undefined : unescapeHtml(value)
}

/** Sets an attribute, whatever its value is. A new attribute becomes the first one. */
export function setAttribute(element: HtmlElement, name: string, value: string): void {
  if (!(name in element.attribs)) element.attribs = { [name]: '', ...element.attribs }
  element.attribs[name] = escapeHtml(value)
}

export function removeAttribute({ attribs }: HtmlElement, name: string): void {
  delete attribs[name]
}

/** Returns the text of nodes. An image becomes its alternative text. */
export const getText = (nodes: HtmlElement['children']): string =>
  nodes
    .map((node) => {
      if (node.type === ElementType.Text) return unescapeHtml(node.data)
      if (!('attribs' in node)) return ''
      return node.name === 'img' ? (getAttribute(node, 'alt') ?? '') : getText(node.children)
    })
    .join('')

/** Prints a tree as HTML. What has not changed is printed as it was. */
export const printHtml = (tree: HtmlTree) =>
  new SafeHtml(DomUtils.getOuterHTML(tree, { encodeEntities: false, emptyAttrs: true }))

/** Changes the elements of HTML. */
export function changeElements(html: SafeHtml, change: (elements: readonly HtmlElement[]) => void): SafeHtml {
  const tree = parseHtml(html)
  change(listElements(tree))
  return printHtml(tree)
}
