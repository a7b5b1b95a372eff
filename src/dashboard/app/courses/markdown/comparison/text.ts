import type { ElementContent } from 'hast'

/** What is compared as a whole: its text would be no text without it. */
const isWhole = (tagName: string) => ['math', 'svg', 'img', 'video', 'audio', 'iframe', 'input'].includes(tagName)

const textHolders = new Set(['p', 'li', 'td', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'dt', 'dd', 'summary'])

/** Returns whether an element can hold words, and ends a line. */
export const isTextHolder = (tagName: string): boolean => textHolders.has(tagName)

/** Stands in a text for a formula, picture or the like. */
const wholeMark = '\uFFFC'

/** Returns the text of a node as `walkText` reads it: with a line break after each paragraph, list item and the like. */
export function flattenText(node: ElementContent): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return ''
  if (isWhole(node.tagName)) return wholeMark
  return node.children.map(flattenText).join('') + (isTextHolder(node.tagName) ? '\n' : '')
}

type TextVisitor = {
  /** Returns what takes the place of a text. */
  text(value: string): ElementContent[]
  /** Called for a formula, picture or the like. Returns what stands before it. */
  whole(): ElementContent[]
  /** Called at the end of a paragraph, list item or the like. Returns what is added at its end. */
  end(): ElementContent[]
}

/** Returns a copy of a node in which a visitor has replaced the texts, in the order of `flattenText`. */
export function replaceTexts(node: ElementContent, visitor: TextVisitor): ElementContent[] {
  if (node.type === 'text') return visitor.text(node.value)
  if (node.type !== 'element') return [node]
  if (isWhole(node.tagName)) return [...visitor.whole(), node]
  const children = node.children.flatMap((child) => replaceTexts(child, visitor))
  return [{ ...node, children: isTextHolder(node.tagName) ? [...children, ...visitor.end()] : children }]
}
